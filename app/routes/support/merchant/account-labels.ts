import type { StatusLabel } from '~/ui/labels/transaction-labels';

const accountStatusLabels: Record<string, StatusLabel> = {
  active: { text: 'Active', tone: 'positive' },
  suspended: { text: 'Suspended', tone: 'negative' },
};

export function getAccountStatusLabel(status: string): StatusLabel {
  return accountStatusLabels[status] ?? { text: status, tone: 'neutral' };
}

export function getAccountModeLabel(mode: string): string {
  return mode === 'live' ? 'Test and live' : 'Test only';
}
