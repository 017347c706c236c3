import Negotiator from 'negotiator';
import { isLanguage, languages, resolveLocale, type Language, type Locale } from './languages';

/** The language of a page: the URL's, else the browser's preferred one, else the merchant's default. */
export function negotiateLanguage(request: Request, merchantLanguage: Language): Language {
  const requestedLanguage = readRequestedTag(request)?.toLowerCase().split('-')[0] ?? '';
  if (isLanguage(requestedLanguage)) return requestedLanguage;
  const accepted = request.headers.get('accept-language');
  if (!accepted) return merchantLanguage;
  // The merchant's comes first, so that it wins ties.
  const [best = ''] = new Negotiator({ headers: { 'accept-language': accepted } }).languages([
    merchantLanguage,
    ...languages,
  ]);
  return isLanguage(best) ? best : merchantLanguage;
}

/** The locale of a page in this language: with the URL's region, else the browser's. */
export function negotiateLocale(request: Request, language: Language): Locale {
  const accepted = request.headers.get('accept-language') ?? '';
  const tags = new Negotiator({ headers: { 'accept-language': accepted } }).languages();
  const requestedTag = readRequestedTag(request);
  // The language menu's links have no region.
  return resolveLocale(language, requestedTag?.includes('-') ? [requestedTag, ...tags] : tags);
}

const readRequestedTag = (request: Request) => new URL(request.url).searchParams.get('lang');
