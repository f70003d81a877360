# Configuration for LLVM's own lit: NEURON_OPT_BIN_DIR=target/debug LLVM_BIN=/usr/lib/llvm-22/bin lit test/lit
import os
import shutil

import lit.formats

root = os.path.dirname(os.path.abspath(__file__))
config.name = "neuron-opt"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test", ".pat", ".hlo"]
config.excludes = ["Inputs"]
config.test_source_root = root
config.test_exec_root = os.environ.get("NEURON_LIT_OUT", os.path.join(root, "..", "..", "target", "lit"))

tools = [os.environ.get("NEURON_OPT_BIN_DIR"), os.environ.get("LLVM_BIN"), os.environ["PATH"]]
config.environment["PATH"] = os.pathsep.join(filter(None, tools))
config.environment["FILECHECK_OPTS"] = "-enable-var-scope"
if shutil.which("mlir-opt", path=config.environment["PATH"]):
    config.available_features.add("mlir-opt")
