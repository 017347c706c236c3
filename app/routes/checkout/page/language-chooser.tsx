import { languages } from '~/platform/text/languages';
import { usePageLocale } from '../page-locale';
import type { CheckoutPageData } from '../page-data';
import { languageNames } from '../messages/messages';

/**
 * Links to the page in other languages, each with its own name. They work without scripts. Without a query,
 * only the names.
 */
export function LanguageChooser({ query }: Pick<CheckoutPageData, 'query'>) {
  const { language: currentLanguage, messages } = usePageLocale();
  return (
    <nav aria-label={messages.language}>
      <ul className="flex flex-wrap justify-center gap-x-1">
        {languages.map((language) => (
          <li key={language}>
            {/* In a system font, so that other pages don't load a whole alphabet. */}
            <a
              href={query === null ? undefined : `?${query}&lang=${language}`}
              lang={language}
              hrefLang={language}
              aria-current={language === currentLanguage ? 'true' : undefined}
              className={`inline-flex min-h-11 items-center px-2 [&[href]]:hover:underline aria-current:font-semibold aria-current:text-ink ${language === 'ar' && currentLanguage !== 'ar' ? 'font-[system-ui]' : ''}`}
            >
              {languageNames[language]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
