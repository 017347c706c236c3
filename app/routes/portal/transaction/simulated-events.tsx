import type { SimulatedEvent } from '~/payments/operations/simulated-events';
import { Banner } from '~/ui/layout/banner';
import { Button } from '~/ui/forms/button';
import { FoldedPanel } from '~/ui/layout/folded-panel';
import { Form } from '~/ui/forms/form';

const eventTexts: Record<SimulatedEvent, { button: string; does: string; done: string }> = {
  expire: {
    button: 'Expire the hold',
    does: 'Releases the amount left to capture, as when the hold duration ends.',
    done: 'The hold expired.',
  },
  settle: {
    button: 'Settle now',
    does: 'Settles this transaction now instead of the next day.',
    done: 'The transaction settled.',
  },
  open_chargeback: {
    button: 'Open a chargeback',
    does: 'The payer’s bank takes back the amount you received.',
    done: 'A chargeback opened. See it under refunds and chargebacks.',
  },
  win_chargeback: {
    button: 'Decide in your favor',
    does: 'The bank returns the money to you.',
    done: 'You won the chargeback.',
  },
  lose_chargeback: {
    button: 'Decide in the payer’s favor',
    does: 'The payer keeps the money.',
    done: 'You lost the chargeback.',
  },
  fail_refund: {
    button: 'Fail the refund',
    does: 'The payer’s bank returns it, so you can refund the amount again.',
    done: 'The refund failed.',
  },
  delay_acquirer: {
    button: 'Delay the acquirer',
    does: 'The next capture, void, or refund of this payment times out with 503 outcome_unknown. It stays PENDING and resolves a few seconds later.',
    done: 'The acquirer’s next response for this payment will be late.',
  },
};

/** Buttons that simulate events, in the test environment only. */
export function SimulatedEvents({
  transactionId,
  events,
  open,
}: {
  transactionId: string;
  events: SimulatedEvent[];
  /** After an event, because the next one often follows. */
  open: boolean;
}) {
  return (
    <FoldedPanel title="Simulate an event" open={open}>
      <p className="mb-4 text-ink-soft">
        Test how your integration handles events that normally take days. Test environment only.
      </p>
      <Form
        method="post"
        action={`/transactions/${transactionId}/simulated-events`}
        className="divide-y divide-line"
      >
        {events.map((event) => (
          <div
            key={event}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2 first:pt-0 last:pb-0"
          >
            <p className="min-w-0 flex-1 basis-60 text-ink-soft" id={`event-${event}`}>
              {eventTexts[event].does}
            </p>
            <Button
              type="submit"
              name="event"
              value={event}
              variant="secondary"
              size="small"
              aria-describedby={`event-${event}`}
            >
              {eventTexts[event].button}
            </Button>
          </div>
        ))}
      </Form>
    </FoldedPanel>
  );
}

/** The result of the last button. */
export function SimulatedEventResult({ result }: { result: string }) {
  const done = Object.hasOwn(eventTexts, result) ? eventTexts[result as SimulatedEvent].done : null;
  return (
    <div className="mb-6">
      <Banner tone={done ? 'positive' : 'caution'} title={done ?? 'No changes were made'} announced>
        {done
          ? 'You simulated this event.'
          : 'This transaction has changed, so this event is no longer possible.'}
      </Banner>
    </div>
  );
}
