/** The values that a form's page had, as the form's hidden fields. They're compared with what others saved meanwhile. */
export const toSeenInput = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`seen_${name}`, value]));

/** The error of a field that someone else has changed. `value`: the new one, as the form names it. */
export const describeConflict = (value: string): string =>
  `Someone else changed this to “${value}” after you opened the page. Save again to replace it`;
