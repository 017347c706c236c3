import type { Desk } from '~/merchants/applications/desk';
import type { HistoryEntry } from '~/merchants/applications/history';
import { Banner } from '~/ui/banner';
import { ButtonLink } from '~/ui/button';
import { Card } from '~/ui/card';
import { History } from '../application/history';
import { pathOf } from '../paths';
import { SubHeader } from '../sub-header';
import { refusalWords, stateWords } from '../words';
import { WordsField } from '../words-field';
import { decisionWords, type Decision } from './words';

type Props = {
  desk: Desk;
  as: Decision;
  refusal: string | null;
  words: string;
  history: readonly HistoryEntry[];
};

/** A decision on something that is not on this desk any more: what happened meanwhile, and the words, so that they can be copied. */
export function MovedOn({ desk, as, refusal, words, history }: Props) {
  return (
    <>
      <SubHeader name={desk.name} title={`${decisionWords[as].title}: not sent`} />
      <div className="space-y-6">
        <Banner tone="caution" title={refusal ?? refusalWords.moved_on} live>
          It is {stateWords[desk.state].text.toLowerCase()} now
          {desk.reviewer && `, on the desk of ${desk.isMine ? 'you' : desk.reviewer}`}.
        </Banner>
        <Card title="What happened last">
          <History entries={history} />
        </Card>
        {words && (
          <Card title="Your words">
            <WordsField label="Not sent, to copy" defaultValue={words} readOnly />
          </Card>
        )}
        <ButtonLink to={pathOf(desk.id)} reloadDocument>
          Open the application
        </ButtonLink>
      </div>
    </>
  );
}
