import { expect, test } from 'vitest';
import { negotiateLanguage, negotiateLocale } from './language-negotiation.server';

test.each([
  ['?lang=de', 'fr', 'en', 'de'],
  ['?lang=DE-at', 'fr', 'en', 'de'],
  ['?lang=xx', 'fr', 'en', 'fr'],
  ['', 'ar-EG,ar;q=0.9,en;q=0.8', 'de', 'ar'],
  ['', 'de-CH', 'en', 'de'],
  ['', 'sv,fr;q=0.4,es;q=0.7', 'en', 'es'],
  ['', 'pt-BR,pt;q=0.9,en;q=0.8', 'en', 'pt'],
  ['', 'ja-JP', 'en', 'ja'],
  ['', 'en;q=0,*', 'es', 'es'],
  ['', '*', 'fr', 'fr'],
  ['', 'ko', 'fr', 'fr'],
  ['', '', 'ar', 'ar'],
  ['', ';;q=x,,\t', 'es', 'es'],
] as const)(
  '%j with Accept-Language %j at a merchant of %s is shown in %s',
  (query, accepted, merchantLanguage, language) => {
    const request = new Request(`http://localhost/checkout${query}`, {
      headers: accepted ? { 'accept-language': accepted } : {},
    });
    expect(negotiateLanguage(request, merchantLanguage)).toBe(language);
  },
);

test.each([
  ['', 'de-CH,de;q=0.9,en;q=0.8', 'de', 'de-CH'],
  ['', 'fr-FR,de-ch;q=0.9', 'de', 'de-CH'],
  ['', 'en;q=0.1,es-mx', 'es', 'es-MX'],
  ['', 'de-Latn-LI', 'de', 'de-LI'],
  ['?lang=de-AT', 'de-CH', 'de', 'de-AT'],
  ['?lang=de', 'de-CH', 'de', 'de-CH'],
  ['', 'de-CH', 'fr', 'fr'],
  ['', 'de-DE,de-CH;q=0.9', 'de', 'de'],
  ['', 'pt-PT,pt;q=0.9', 'pt', 'pt-PT'],
  ['', 'pt-BR,pt;q=0.9', 'pt', 'pt'],
  ['', 'it-ch', 'it', 'it-CH'],
  ['', 'nl-BE', 'nl', 'nl'],
  ['', 'ar-EG', 'ar', 'ar'],
  ['', 'en-XX', 'en', 'en'],
  ['', ';;q=x,,', 'en', 'en'],
  ['', '', 'en', 'en'],
] as const)('%j with Accept-Language %j in %s has the formats of %s', (query, accepted, language, locale) => {
  const request = new Request(`http://localhost/checkout${query}`, {
    headers: accepted ? { 'accept-language': accepted } : {},
  });
  expect(negotiateLocale(request, language)).toBe(locale);
});
