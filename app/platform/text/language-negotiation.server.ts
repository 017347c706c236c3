import Negotiator from 'negotiator';
import { isLanguage, languages, type Language } from './languages';

/** The language of a page: what its address names, else what the browser asks for most, else the merchant's. */
export function negotiateLanguage(request: Request, merchantLanguage: Language): Language {
  const requestedLanguage = new URL(request.url).searchParams.get('lang')?.toLowerCase().split('-')[0] ?? '';
  if (isLanguage(requestedLanguage)) return requestedLanguage;
  const accepted = request.headers.get('accept-language');
  if (!accepted) return merchantLanguage;
  // The merchant's comes first, so that it is taken by those to whom all are equal.
  const [best = ''] = new Negotiator({ headers: { 'accept-language': accepted } }).languages([
    merchantLanguage,
    ...languages,
  ]);
  return isLanguage(best) ? best : merchantLanguage;
}
