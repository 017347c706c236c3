import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';

/** Loads the font with the style sheet, so that nothing moves when it arrives after the first paint. */
export const preloadFont = () => [
  { rel: 'preload', href: inter, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' as const },
];
