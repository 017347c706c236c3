/** The anchor of a heading, from its text, as GitHub builds it. */
export const getHeadingAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
