import { Time } from '~/ui/content/time';
import { Attention } from './attention';

type Attack = { firstAt: Date; lastAt: Date; count: number; endedAt: Date | null };

/** Card testing on the merchant's checkout that was blocked. */
export function BlockedAttempts({ attack: { firstAt, lastAt, count, endedAt } }: { attack: Attack }) {
  return (
    <Attention tone={endedAt ? 'info' : 'caution'} title={`We blocked ${count} attempts on your checkout`}>
      <p>
        Between <Time at={firstAt} /> and <Time at={lastAt} /> someone tried many cards to find stolen ones
        that work. No money moved.
        {endedAt ? '' : ' The attack may still be in progress. You don’t need to do anything.'}
      </p>
    </Attention>
  );
}
