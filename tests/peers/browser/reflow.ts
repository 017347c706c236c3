import type { Page } from 'playwright-core';

/** As many readers set them (WCAG 1.4.12). */
const textSpacing =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }';

/** In the browser's settings, because pages get narrower layouts for larger text. */
const largeText = 32;
const normalText = 16;

type Condition = { name: string; width: number; style?: string; fontSize?: number };

const conditions: Condition[] = [
  { name: '320 px', width: 320 },
  { name: '320 px with text spacing', width: 320, style: textSpacing },
  { name: '640 px with text of 200 %', width: 640, fontSize: largeText },
  { name: '1280 px with text of 200 %', width: 1280, fontSize: largeText },
];

/** Beyond what WCAG requires. */
const phoneWithLargeText: Condition[] = [
  { name: '390 px with text of 200 %', width: 390, fontSize: largeText },
  // Media queries don't see the text size of a reader's own style sheet.
  { name: '390 px with a style sheet of 200 %', width: 390, style: 'html { font-size: 200% }' },
];

/** Where the page must be scrolled sideways (WCAG 1.4.4, 1.4.10, 1.4.12), and by which element. */
export async function listReflowIssues(
  page: Page,
  { fitsPhoneWithLargeText = false } = {},
): Promise<string[]> {
  const found: string[] = [];
  const viewport = page.viewportSize()!;
  const browser = await page.context().newCDPSession(page);
  const all = fitsPhoneWithLargeText ? [...conditions, ...phoneWithLargeText] : conditions;
  for (const { name, width, style = '', fontSize = normalText } of all) {
    await page.setViewportSize({ ...viewport, width });
    await browser.send('Page.setFontSizes', { fontSizes: { standard: fontSize } });
    const overflow = await page.evaluate(
      ([text, size]) => {
        if (getComputedStyle(document.documentElement).fontSize !== size)
          throw new Error('another text size');
        // The page's policy allows no other styles.
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(text);
        document.adoptedStyleSheets = [sheet];
        const { scrollWidth, clientWidth } = document.documentElement;
        const isWide = (element: Element) => element.getBoundingClientRect().right > clientWidth + 1;
        const isScrolled = (element: Element) => {
          for (let box = element.parentElement; box; box = box.parentElement)
            if (getComputedStyle(box).overflowX !== 'visible' && box !== document.documentElement)
              return true;
          return false;
        };
        const widest = [...document.body.querySelectorAll('*')]
          .filter((element) => isWide(element) && !isScrolled(element))
          .at(-1);
        document.adoptedStyleSheets = [];
        return scrollWidth > clientWidth
          ? `${scrollWidth - clientWidth} px, by ${widest?.tagName.toLowerCase()} “${widest?.textContent.trim().slice(0, 60)}”`
          : null;
      },
      [style, `${fontSize}px`] as const,
    );
    if (overflow) found.push(`${new URL(page.url()).pathname} is too wide at ${name}: ${overflow}`);
  }
  await browser.send('Page.setFontSizes', { fontSizes: { standard: normalText } });
  await browser.detach();
  await page.setViewportSize(viewport);
  return found;
}
