import { ChevronUp, Globe } from 'lucide-react';
import { languages } from '~/platform/text/languages';
import { usePageLocale } from '../page-locale';
import type { CheckoutPageData } from '../page-data';
import { languageNames } from '../messages/language-names';

/**
 * A menu of links to the page in other languages, each with its own name. It works without scripts. Without a query, it has
 * only the names. It opens upward, because it is at the end of the page.
 */
export function LanguageChooser({ query }: Pick<CheckoutPageData, 'query'>) {
  const { language: currentLanguage, messages } = usePageLocale();
  return (
    <nav aria-label={messages.language} className="relative">
      <details className="group">
        <summary className="menu mx-auto flex min-h-11 w-fit items-center gap-2 rounded-lg px-3 hover:bg-sunken">
          <Globe size={16} aria-hidden="true" />
          <span className="sr-only">{messages.language}</span>
          {languageNames[currentLanguage]}
          <ChevronUp size={16} aria-hidden="true" className="transition-[rotate] group-open:rotate-180" />
        </summary>
        <ul className="absolute inset-x-0 bottom-full z-10 mx-auto mb-1 grid w-72 max-w-full grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-0.5 rounded-xl border border-line-strong bg-surface p-2 text-start text-ink shadow-menu">
          {languages.map((language) => (
            <li key={language}>
              {/* In a system font, so that other pages don't load a whole alphabet. */}
              <a
                href={query === null ? undefined : `?${query}&lang=${language}`}
                lang={language}
                hrefLang={language}
                aria-current={language === currentLanguage ? 'true' : undefined}
                className={`flex min-h-11 items-center rounded-lg px-3 aria-current:bg-sunken aria-current:font-semibold [&[href]]:hover:bg-sunken ${language === 'ar' && currentLanguage !== 'ar' ? 'font-[system-ui]' : ''}`}
              >
                {languageNames[language]}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}
