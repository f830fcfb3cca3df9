"""Documents of OCR's formats, written from a page: a list of regions, each a list of lines."""

from xml.sax.saxutils import escape, quoteattr

PAGE_VERSIONS = ("2013-07-15", "2016-07-15", "2017-07-15", "2018-07-15", "2019-07-15")
ALTO_VERSIONS = ("2", "3", "4")
LINE_HEIGHT = 10


def box(region, line=None):
    """Left, top, width and height of a region or a line: regions stand side by side."""
    left = 100 * region
    if line is None:
        return left, 0, 90, 1000
    return left, LINE_HEIGHT * line, 90, LINE_HEIGHT


def _points(left, top, width, height):
    corners = [(left, top), (left + width, top), (left + width, top + height), (left, top + height)]
    return " ".join(f"{x},{y}" for x, y in corners)


def equivalent(text):
    """A text as elements of PAGE state it."""
    return f"<TextEquiv><Unicode>{escape(text)}</Unicode></TextEquiv>"


def reading_order(names):
    """The reading order of regions in PAGE; ``None``: none is stated."""
    if names is None:
        return ""
    references = "".join(
        f'<RegionRefIndexed index="{index}" regionRef="{name}"/>'
        for index, name in enumerate(names)
    )
    return f'<ReadingOrder><OrderedGroup id="g">{references}</OrderedGroup></ReadingOrder>'


def page_xml(
    regions, version="2019-07-15", order=None, levels=("region", "line", "word"), prefix=""
):
    """A document of PAGE; `order` names the regions by their numbers in the reading order."""
    written = []
    for number, lines in enumerate(regions):
        parts = [f'<Coords points="{_points(*box(number))}"/>']
        for index, line in enumerate(lines):
            words = "".join(
                f'<Word id="{prefix}r{number}_l{index}_w{place}">'
                f'<Coords points="0,0 1,0 1,1"/>{equivalent(word)}</Word>'
                for place, word in enumerate(line.split())
            )
            parts.append(
                f'<TextLine id="{prefix}r{number}_l{index}">'
                f'<Coords points="{_points(*box(number, index))}"/>'
                f"{words if 'word' in levels else ''}"
                f"{equivalent(line) if 'line' in levels else ''}</TextLine>"
            )
        own = equivalent("\n".join(lines)) if "region" in levels else ""
        content = "".join(parts) + own
        written.append(f'<TextRegion id="{prefix}r{number}">{content}</TextRegion>')
    named = None if order is None else [f"{prefix}r{number}" for number in order]
    return (
        '<?xml version="1.0" encoding="UTF-8"?>'
        f'<PcGts xmlns="http://schema.primaresearch.org/PAGE/gts/pagecontent/{version}">'
        "<Metadata><Creator>x</Creator></Metadata>"
        f'<Page imageFilename="page.png" imageWidth="{100 * len(regions)}" imageHeight="1000">'
        f"{reading_order(named)}{''.join(written)}</Page></PcGts>"
    )


def alto(regions, version="4", order=None, prefix=""):
    """A document of ALTO, of which each word is a String."""
    blocks = []
    for number, lines in enumerate(regions):
        written = []
        for index, line in enumerate(lines):
            left, top, width, height = box(number, index)
            words = "<SP/>".join(f"<String CONTENT={quoteattr(word)}/>" for word in line.split())
            written.append(
                f'<TextLine ID="{prefix}b{number}_l{index}" HPOS="{left}" VPOS="{top}" '
                f'WIDTH="{width}" HEIGHT="{height}">{words}</TextLine>'
            )
        left, top, width, height = box(number)
        blocks.append(
            f'<TextBlock ID="{prefix}b{number}" HPOS="{left}" VPOS="{top}" WIDTH="{width}" '
            f'HEIGHT="{height}">{"".join(written)}</TextBlock>'
        )
    reading = ""
    if order is not None:
        elements = "".join(f'<ElementRef REF="{prefix}b{number}"/>' for number in order)
        reading = f"<ReadingOrder><OrderedGroup>{elements}</OrderedGroup></ReadingOrder>"
    namespace = f"http://www.loc.gov/standards/alto/ns-v{version}#"
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><alto xmlns="{namespace}">'
        "<Description><sourceImageInformation><fileName>page.png</fileName>"
        f"</sourceImageInformation></Description>{reading}"
        f'<Layout><Page ID="p" WIDTH="{100 * len(regions)}" HEIGHT="1000"><PrintSpace>'
        f"{''.join(blocks)}</PrintSpace></Page></Layout></alto>"
    )


def hocr(*pages):
    """A document of hOCR, of one page or several."""
    written = []
    for regions in pages:
        paragraphs = []
        for number, lines in enumerate(regions):
            spans = []
            for index, line in enumerate(lines):
                left, top, width, height = box(number, index)
                words = " ".join(
                    f"<span class='ocrx_word'>{escape(word)}</span>" for word in line.split()
                )
                title = f"bbox {left} {top} {left + width} {top + height}; baseline 0 0"
                spans.append(
                    f"<span class='ocr_line' id='l{number}_{index}' title='{title}'>{words}</span>"
                )
            paragraphs.append(
                f"<div class='ocr_carea'><p class='ocr_par' id='p{number}'>"
                f"{' '.join(spans)}</p></div>"
            )
        title = 'image "page.png"; bbox 0 0 200 1000'
        written.append(f"<div class='ocr_page' title='{title}'>{''.join(paragraphs)}</div>")
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 '
        'Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">\n'
        '<html xmlns="http://www.w3.org/1999/xhtml"><head><title></title>'
        "<meta http-equiv='Content-Type' content='text/html; charset=utf-8'/>"
        f"<meta name='ocr-system' content='x'/></head><body>{''.join(written)}</body></html>"
    )


def tei(regions):
    """A document of TEI, of which each line begins with `lb`."""
    paragraphs = "".join(
        f"<p>{''.join(f'<lb/>{escape(line)}' for line in lines)}</p>" for lines in regions
    )
    return (
        '<?xml version="1.0"?><TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><p>header</p>'
        f"</teiHeader><text><body>{paragraphs}</body></text></TEI>"
    )
