import { Link, useSearchParams } from '@remix-run/react';
import clsx from 'clsx';
import { getTextDirection, languages, type Language } from '~/platform/text/languages';
import { languageNames } from '~/routes/checkout/messages/language-names';
import { CopyButton } from '~/ui/content/copy-button';
import { Panel } from '~/ui/layout/panel';
import { payerQuestions, type PayerAnswer } from './answers';

/**
 * Answers that staff read to the payer or copy. `payerLanguage`: the language of the payer's checkout, null if it isn't
 * known.
 */
export function AnswersPanel({
  answers,
  language,
  payerLanguage,
}: {
  answers: readonly PayerAnswer[];
  language: Language;
  payerLanguage: Language | null;
}) {
  if (!answers.length) return null;
  return (
    <Panel title="Answers for the payer" id="answers">
      <p className="text-sm text-ink-soft">
        Read an answer out or copy it.{' '}
        {payerLanguage
          ? `The payer’s checkout was in ${englishNames.of(payerLanguage)}.`
          : 'The payer’s language isn’t known.'}
      </p>
      <LanguageLinks language={language} />
      <div className="divide-y divide-line">
        {answers.map(({ question, text }) => (
          <section key={question} aria-labelledby={`answer-${question}`} className="py-4 last:pb-0">
            <div className="mb-1.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <h3 id={`answer-${question}`} className="font-medium">
                {payerQuestions[question]}
              </h3>
              <CopyButton text={text} label={`Copy the answer to “${payerQuestions[question]}”`} />
            </div>
            <p lang={language} dir={getTextDirection(language)} className="max-w-prose">
              {text}
            </p>
          </section>
        ))}
      </div>
    </Panel>
  );
}

const englishNames = new Intl.DisplayNames('en', { type: 'language' });

function LanguageLinks({ language }: { language: Language }) {
  const [query] = useSearchParams();
  const linkTo = (chosen: Language) => {
    const next = new URLSearchParams(query);
    next.set('language', chosen);
    return `?${next}#answers`;
  };
  return (
    <nav aria-label="Language of the answers" className="mt-2 -mx-2 flex flex-wrap">
      {languages.map((one) => (
        <Link
          key={one}
          to={linkTo(one)}
          preventScrollReset
          lang={one}
          hrefLang={one}
          aria-current={one === language ? 'true' : undefined}
          className={clsx(
            'inline-flex min-h-9 items-center rounded-lg px-2 text-sm',
            one === language ? 'bg-sunken font-semibold' : 'text-link',
          )}
        >
          {languageNames[one]}
        </Link>
      ))}
    </nav>
  );
}
