import type { Word } from '~/ui/transaction-words';

const accounts: Record<string, Word> = {
  active: { text: 'Active', tone: 'positive' },
  suspended: { text: 'Suspended', tone: 'negative' },
};

export function accountWord(status: string): Word {
  return accounts[status] ?? { text: status, tone: 'neutral' };
}

export function modeWord(mode: string): string {
  return mode === 'live' ? 'Test and live' : 'Test only';
}
