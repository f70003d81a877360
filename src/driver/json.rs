//! Diagnostics for programs: one JSON object a line.

use serde::Serialize;

use crate::ir::{Context, Diagnostic, Label, Severity};

#[derive(Serialize)]
struct JsonDiagnostic<'a> {
    severity: &'static str,
    code: Option<&'a str>,
    message: &'a str,
    #[serde(flatten)]
    place: JsonPlace<'a>,
    label: Option<&'a str>,
    related: Vec<JsonRelated<'a>>,
    help: &'a [String],
}

/// Lines and columns count from one, columns in bytes; the end is behind the last byte. All absent if there is no text.
#[derive(Serialize)]
struct JsonPlace<'a> {
    file: Option<&'a str>,
    line: Option<u32>,
    column: Option<u32>,
    end_line: Option<u32>,
    end_column: Option<u32>,
}

#[derive(Serialize)]
struct JsonRelated<'a> {
    message: &'a str,
    #[serde(flatten)]
    place: JsonPlace<'a>,
}

/// A diagnostic as one line of JSON.
pub fn render(ctx: &Context, diagnostic: &Diagnostic) -> Vec<u8> {
    let json = JsonDiagnostic {
        severity: match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Remark => "remark",
        },
        code: diagnostic.code.as_deref(),
        message: &diagnostic.message,
        place: place(ctx, &diagnostic.primary),
        label: Some(diagnostic.primary.message.as_str()).filter(|label| !label.is_empty()),
        related: diagnostic
            .related
            .iter()
            .map(|label| JsonRelated { message: &label.message, place: place(ctx, label) })
            .collect(),
        help: &diagnostic.help,
    };
    let mut line = serde_json::to_vec(&json).expect("strings and numbers can be written as JSON");
    line.push(b'\n');
    line
}

fn place<'c>(ctx: &'c Context, label: &Label) -> JsonPlace<'c> {
    let Some(file) = ctx.file(label.span.file) else {
        return JsonPlace { file: None, line: None, column: None, end_line: None, end_column: None };
    };
    let (line, column) = file.line_col(label.span.start);
    let (end_line, end_column) = file.line_col(label.span.end);
    JsonPlace {
        file: Some(&file.name),
        line: Some(line),
        column: Some(column),
        end_line: Some(end_line),
        end_column: Some(end_column),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Span;

    #[test]
    fn fields_have_stable_names() {
        let ctx = Context::new(&[]);
        let file = ctx.add_file("a.mlir", "first\nsecond\n");
        let diagnostic = Diagnostic::error(Span::new(file, 6, 12), "bad \"x\"").code("E1").help("do that");
        let line = String::from_utf8(render(&ctx, &diagnostic)).expect("JSON is UTF-8");
        assert_eq!(
            line,
            r#"{"severity":"error","code":"E1","message":"bad \"x\"","file":"a.mlir","line":2,"column":1,"end_line":2,"end_column":7,"label":null,"related":[],"help":["do that"]}
"#
        );
    }
}
