"""The manual as a site: `docs/build` hands the pages of docs and of the examples to Sphinx.

Where the Javadoc is, names of its types become links to it.
"""

import os
import re
import shutil
from pathlib import Path

from docutils import nodes
from sphinx import addnodes

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

# The Javadoc of all modules, which the build of tools/it makes.
javadoc = Path(os.environ.get("TUTTI_JAVADOC") or Path(__file__).parent.parent / "tools/it/target/javadoc")
pages_of_types = {
    page.relative_to(javadoc / "tutti").as_posix(): page.name.removesuffix(".html")
    for page in sorted((javadoc / "tutti").rglob("*.html"))
    if page.name[0].isupper() and "class-use" not in page.parts
}
page_of_type = {name: "javadoc/tutti/" + page for page, name in pages_of_types.items()}
source_of_type = re.compile(r"src/main/java/tutti/(.+)\.java$")
first_word = re.compile(r"(?:new )?([A-Z]\w*(?:\.[A-Z]\w*)?)\b")


def link_javadoc(app, doctree, docname):
    """Links to sources of public types lead to their Javadoc, as does the first mention of each type on a page."""
    up = "../" * docname.count("/")
    for source in list(doctree.findall(addnodes.download_reference)):
        found = source_of_type.search(source.get("reftarget", ""))
        if found and found.group(1) + ".html" in pages_of_types:
            page = up + "javadoc/tutti/" + found.group(1) + ".html"
            source.replace_self(nodes.reference("", "", *source.children, refuri=page, internal=True))
    if "/adr/" in docname:
        return
    linked = set()
    for literal in list(doctree.findall(nodes.literal)):
        found = first_word.match(literal.astext())
        name = found.group(1) if found else ""
        page = page_of_type.get(name) or page_of_type.get(name.split(".")[0])
        if page and page not in linked and not within(literal, nodes.reference, nodes.title):
            linked.add(page)
            literal.replace_self(nodes.reference("", "", literal.deepcopy(), refuri=up + page, internal=True))


def within(node, *kinds):
    while node := node.parent:
        if isinstance(node, kinds):
            return True
    return False


def copy_javadoc(app, failure):
    if failure is None and page_of_type:
        shutil.copytree(javadoc, Path(app.outdir) / "javadoc", dirs_exist_ok=True)


def setup(app):
    app.connect("doctree-resolved", link_javadoc)
    app.connect("build-finished", copy_javadoc)
