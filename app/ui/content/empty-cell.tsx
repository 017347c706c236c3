/** In a list, for a missing value. On narrow screens, where rows have no columns, it is left out. */
export const emptyCell = <span className="no-value text-ink-soft">None</span>;
