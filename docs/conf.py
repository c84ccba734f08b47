"""The manual as a site: `docs/build` hands the pages of docs and of the examples to Sphinx.

Where the Javadoc is, names of its types become links to it.
"""

import html
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
# Folders with many files and no page, which need not be looked through.
exclude_patterns = [".git", "target", "**/target", "**/src"]

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


call = re.compile(r"([a-z]\w*\.)?([a-z]\w*)(?:\((.*)\))?")
type_page = re.compile(r"javadoc/tutti/((?:group|serialization)/.+\.html)$")
method = re.compile(r'<section class="detail" id="([^"(]+\([^"]*)"')
communicator = "group/Communicator.html"
member = "group/ColMember.html"


def link_operations(app, doctree, docname):
    """Leads calls, and names in bold, to the methods of the types that their section names, or of Communicator."""
    if docname != "docs/operations" or communicator not in pages_of_types:
        return
    up = "../" * docname.count("/") + "javadoc/tutti/"
    anchors = {}
    for literal in list(doctree.findall(nodes.literal)):
        found = call.fullmatch(literal.astext())
        if not found or within(literal, nodes.reference, nodes.title):
            continue
        variable, name, arguments = found.groups()
        if not variable and arguments is None and not within(literal, nodes.strong):
            continue
        for page in types_of(section_of(literal)):
            anchors.setdefault(page, method.findall((javadoc / "tutti" / page).read_text()))
            overloads = [html.unescape(anchor) for anchor in anchors[page] if anchor.startswith(name + "(")]
            if overloads:
                refuri = up + page + "#" + nearest(overloads, arguments)
                literal.replace_self(nodes.reference("", "", literal.deepcopy(), refuri=refuri, internal=True))
                break


def section_of(node):
    while not isinstance(node, nodes.section):
        node = node.parent
    return node


def types_of(section):
    """Returns the Javadoc pages of the types that a section names, without those inside it, and Communicator's."""
    uris = [each.get("refuri", "") for each in section.findall(nodes.reference) if section_of(each) is section]
    pages = [found.group(1) for found in map(type_page.search, uris) if found]
    return [page for page in dict.fromkeys([*pages, communicator]) if page != member]


def nearest(overloads, arguments):
    """Returns the overload with as many parameters as a call has arguments, and with buffers if the call has them."""
    given = [each for each in re.split(r",\s*", arguments or "") if each not in ("", "group")]

    def distance(anchor):
        count = len([each for each in anchor.split("(")[1].rstrip(")").split(",") if each])
        return (
            ("send" in given) != ("DirectBuffer" in anchor),
            0 if arguments is None else abs(count - len(given)),
        )

    return min(overloads, key=distance)


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
    app.connect("doctree-resolved", link_operations)
    app.connect("build-finished", copy_javadoc)
