/** Empty for the person's own. */
export type ColorScheme = 'light' | 'dark' | '';

const condition = /\(\s*prefers-color-scheme:\s*(light|dark)\s*\)/;

/** The condition of each media rule before it was replaced. */
const originalConditions = new WeakMap<CSSRule, string>();

/**
 * Draws a frame's page in a color scheme. Browsers have no setting for one frame, so the conditions of its style sheets are
 * replaced.
 */
export function setColorScheme(page: Document, scheme: ColorScheme): void {
  const { style } = page.documentElement;
  if (style.colorScheme === scheme) return;
  style.colorScheme = scheme;
  for (const sheet of page.styleSheets) replaceConditions(sheet.cssRules, scheme);
}

function replaceConditions(rules: CSSRuleList, scheme: ColorScheme): void {
  for (const rule of rules) {
    const { media, cssRules } = rule as Partial<CSSMediaRule>;
    const original = originalConditions.get(rule) ?? media?.mediaText;
    if (media && original && condition.test(original)) {
      originalConditions.set(rule, original);
      media.mediaText = scheme
        ? original.replace(condition, (_, wanted) =>
            wanted === scheme ? '(min-width: 0px)' : '(max-width: 0px)',
          )
        : original;
    }
    if (cssRules) replaceConditions(cssRules, scheme);
  }
}
