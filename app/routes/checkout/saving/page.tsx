import clsx from 'clsx';
import { brandName } from '~/platform/card-brands';
import { useBrandName } from '~/ui/brand';
import { CardSection } from '../card-section';
import { Ending } from '../ending';
import { Problems } from '../problems';
import { useReading } from '../reading';
import { ReturnLink } from '../return-link';
import type { PageOf } from '../shown';
import { savingWordsOf } from '../words/saving';

/** Why a card is wanted, and the card: the same form as that of a payment, without an amount. */
export function SaveCard({ saving, design, puzzle, cancel, returns, state, script }: PageOf<'save'>) {
  const { words, name } = useReading();
  const saved = useSavingWords();
  const merchant = name(saving.merchantName);
  const service = name(useBrandName());
  const { faults, declined, bankSays, problem } = state;
  const texts = [bankSays && words.reasons[bankSays], problem && saved[problem]];
  return (
    <div
      className={clsx(
        'grid items-start gap-8',
        design.layout === 'two_columns' && 'lg:grid-cols-2 lg:gap-16',
      )}
    >
      <div className="min-w-0 space-y-3 text-ink-soft wrap-anywhere">
        <h1 className="text-3xl font-semibold tracking-tight text-ink">{saved.title}</h1>
        <p>{saved.why(merchant, service)}</p>
        <p>
          {saved.nothingNow} {saved.codeNotKept}
        </p>
      </div>
      <CardSection
        problems={
          <Problems
            faults={faults}
            declined={declined}
            title={declined ? saved.declined : (problem ?? bankSays) && saved.notSaved}
            texts={texts}
          />
        }
        state={state}
        puzzle={puzzle}
        script={script}
        words={{ ...words, payingNow: saved.savingNow }}
        label={saved.save}
        cancel={cancel}
        cancelLabel={returns ? words.cancel(merchant) : saved.cancel}
      />
    </div>
  );
}

/** How it ended, and that nothing was charged. */
export function SavingEnded({
  page,
  saving,
  back,
  leaving,
}: PageOf<'saved' | 'save_expired' | 'save_failed' | 'save_cancelled'>) {
  const { words, name } = useReading();
  const saved = useSavingWords();
  const merchant = name(saving.merchantName);
  const { brand, lastFour } = saving.card ?? { brand: '', lastFour: '' };
  const texts = {
    saved: saved.saved(name(`${brandName(brand) ?? ''} ${lastFour}`.trim()), merchant),
    save_expired: saved.save_expired(merchant),
    save_failed: saved.save_failed,
    save_cancelled: saved.save_cancelled,
  };
  const way = page === 'saved' ? words.goOnTo(merchant) : words.backTo(merchant);
  return (
    <Ending page={page} action={back && <ReturnLink to={back}>{way}</ReturnLink>}>
      <p>{texts[page]}</p>
      {leaving && <p>{words.takingYouBack}</p>}
      {!back && <p>{saved.mayClose}</p>}
    </Ending>
  );
}

function useSavingWords() {
  return savingWordsOf[useReading().language];
}
