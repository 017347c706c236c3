import { readCookie, writeCookie } from '~/identity/sessions/cookies';
import { isCodeLanguage, type CodeLanguage } from './code-language';

const parameter = 'language';
const yearSeconds = 365 * 24 * 3600;

/** The cookie with the reader's last choice. It's the only one that pages without secrets depend on. */
export const languageCookie = 'example-language';

/**
 * The language of the examples: the URL's, or the reader's last choice.
 * @returns also the headers that remember a new choice
 */
export function readChosenLanguage(request: Request): { language: CodeLanguage; headers: HeadersInit } {
  const chosen = new URL(request.url).searchParams.get(parameter);
  const remembered = readCookie(request, languageCookie);
  if (!isCodeLanguage(chosen))
    return { language: isCodeLanguage(remembered) ? remembered : 'curl', headers: {} };
  const isNew = chosen !== remembered;
  return {
    language: chosen,
    headers: isNew ? { 'Set-Cookie': writeCookie(languageCookie, chosen, yearSeconds) } : {},
  };
}
