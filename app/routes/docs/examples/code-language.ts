/** The languages of the reference's examples, by the values of `?language=`. */
export const codeLanguages = { curl: 'curl', node: 'Node.js', python: 'Python', php: 'PHP' } as const;

export type CodeLanguage = keyof typeof codeLanguages;

export const isCodeLanguage = (value: unknown): value is CodeLanguage =>
  typeof value === 'string' && Object.hasOwn(codeLanguages, value);
