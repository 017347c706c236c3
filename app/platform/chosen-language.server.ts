import Negotiator from 'negotiator';
import { isLanguage, languages, type Language } from './languages';

/** The language of a page: what its address names, else what the browser asks for most, else the merchant's. */
export function chooseLanguage(request: Request, ofMerchant: Language): Language {
  const named = new URL(request.url).searchParams.get('lang')?.toLowerCase().split('-')[0] ?? '';
  if (isLanguage(named)) return named;
  const accepted = request.headers.get('accept-language');
  if (!accepted) return ofMerchant;
  // The merchant's comes first, so that it is taken by those to whom all are equal.
  const [best = ''] = new Negotiator({ headers: { 'accept-language': accepted } }).languages([
    ofMerchant,
    ...languages,
  ]);
  return isLanguage(best) ? best : ofMerchant;
}
