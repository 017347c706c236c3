/** Of a backlog, a queue, or an alert. */
export const statusBadges = {
  well: { text: 'OK', tone: 'positive' },
  attention: { text: 'Needs attention', tone: 'caution' },
  act: { text: 'Action required', tone: 'negative' },
} as const;
