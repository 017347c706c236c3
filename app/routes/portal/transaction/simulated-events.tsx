import type { SimulatedEvent } from '~/payments/operations/simulated-events';
import { Banner } from '~/ui/layout/banner';
import { Button } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { Form } from '~/ui/forms/form';

const eventTexts: Record<SimulatedEvent, { button: string; does: string; done: string }> = {
  expire: {
    button: 'Let the hold expire',
    does: 'What is left to capture is released, as when its days are over.',
    done: 'The hold has expired.',
  },
  settle: {
    button: 'Settle now',
    does: 'The acquirer pays it out, as it does on the next day.',
    done: 'It is settled.',
  },
  open_chargeback: {
    button: 'Open a chargeback',
    does: 'The payer’s bank takes back what you have kept of it.',
    done: 'A chargeback is open. It stands among refunds and chargebacks.',
  },
  win_chargeback: {
    button: 'Decide it for you',
    does: 'The bank gives the money back to you.',
    done: 'The chargeback is won.',
  },
  lose_chargeback: {
    button: 'Decide it for the payer',
    does: 'The money is lost for good.',
    done: 'The chargeback is lost.',
  },
  fail_refund: {
    button: 'Let the refund fail',
    does: 'The payer’s bank sends it back, and it can be refunded again.',
    done: 'The refund has failed.',
  },
  delay_acquirer: {
    button: 'Delay the acquirer',
    does: 'Your next capture, void or refund of this payment gets no answer in time: 503 outcome_unknown, PENDING, and the truth some seconds later.',
    done: 'The acquirer will be late with its next answer about this payment.',
  },
};

/** Buttons for what would take days, or a bank, to happen. In the test environment only. */
export function SimulatedEvents({
  transactionId,
  events,
}: {
  transactionId: string;
  events: SimulatedEvent[];
}) {
  return (
    <Panel title="Simulate an event">
      <p className="mb-4 text-ink-soft">
        See how your integration copes with what you cannot wait for. In the test environment only.
      </p>
      <Form method="post" action={`/transactions/${transactionId}/trials`} className="divide-y divide-line">
        {events.map((event) => (
          <div key={event} className="space-y-2 py-4 first:pt-0 last:pb-0">
            <p className="text-ink-soft" id={`trial-${event}`}>
              {eventTexts[event].does}
            </p>
            <Button
              type="submit"
              name="trial"
              value={event}
              variant="secondary"
              size="small"
              aria-describedby={`trial-${event}`}
            >
              {eventTexts[event].button}
            </Button>
          </div>
        ))}
      </Form>
    </Panel>
  );
}

/** What came of the button that was pressed last. */
export function SimulatedEventResult({ result }: { result: string }) {
  const done = Object.hasOwn(eventTexts, result) ? eventTexts[result as SimulatedEvent].done : null;
  return (
    <div className="mb-6">
      <Banner tone={done ? 'positive' : 'caution'} title={done ?? 'Nothing happened'} announced>
        {done
          ? 'This happened because you asked for it with Simulate an event.'
          : 'The payment has moved on since, so this can no longer happen to it.'}
      </Banner>
    </div>
  );
}
