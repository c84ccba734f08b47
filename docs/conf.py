"""The manual as a site: `docs/build` hands the pages of docs and of the examples to Sphinx."""

project = "Tutti"
html_title = "Tutti"
html_theme = "furo"
html_show_copyright = False
html_show_sphinx = False
html_copy_source = False

# The source folder is the project's, so that a page's links hold here and where the repository is looked at.
root_doc = "docs/index"
include_patterns = [
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "docs/**.md",
    "examples-asp-leq-qr/*.md",
    "examples-asp-leq-qr/data/*.md",
]

extensions = ["myst_parser"]
myst_heading_anchors = 3
highlight_language = "none"

nitpicky = True
