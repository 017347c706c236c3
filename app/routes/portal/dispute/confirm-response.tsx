import { useNavigation } from '@remix-run/react';
import { Button, ButtonLink } from '~/ui/forms/button';
import { Form } from '~/ui/forms/form';
import { Banner } from '~/ui/layout/banner';
import { Panel } from '~/ui/layout/panel';
import { Evidence, type EvidenceSlot } from './evidence';

type Props = { id: string; text: string; mark: string; places: readonly EvidenceSlot[] };

/** The response as the bank will get it, before it's submitted. */
export function ConfirmResponse({ id, text, mark, places }: Props) {
  const busy = useNavigation().state !== 'idle';
  return (
    <Panel title="Submit this response?">
      {text ? (
        <p className="mb-5 break-words whitespace-pre-wrap">{text}</p>
      ) : (
        <div className="mb-5">
          <Banner tone="caution" title="You haven’t written an explanation">
            The bank will get only your files. Go back to describe what happened.
          </Banner>
        </div>
      )}
      <Evidence dispute={{ id }} places={places} editable={false} />
      <p className="my-5 font-semibold">
        You can submit only once. After that, you can’t add or change anything.
      </p>
      <Form method="post" action={`/transactions/${id}/dispute`} className="flex flex-wrap gap-3">
        <input type="hidden" name="text" value={text} />
        <input type="hidden" name="seen" value={mark} />
        <Button type="submit" name="do" value="submit" pending={busy}>
          Submit response
        </Button>
        <ButtonLink to={`/transactions/${id}/dispute`} variant="secondary">
          Back
        </ButtonLink>
      </Form>
    </Panel>
  );
}
