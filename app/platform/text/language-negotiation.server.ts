import Negotiator from 'negotiator';
import { isLanguage, languages, type Language } from './languages';

/** The language of a page: the URL's, else the browser's preferred one, else the merchant's default. */
export function negotiateLanguage(request: Request, merchantLanguage: Language): Language {
  const requestedLanguage = new URL(request.url).searchParams.get('lang')?.toLowerCase().split('-')[0] ?? '';
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
