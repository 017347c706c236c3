/** The options of the general settings, by field and value. */
export const settingOptionLabels = {
  capture_mode: {
    authcap: 'Capture immediately (authcap)',
    authorize: 'Authorize now, capture later (authorize)',
  },
  three_d_secure: {
    automatic: 'When required (recommended)',
    always: 'For every payment',
    never: 'Never',
  },
  billing_details: { minimal: 'Country and postal code', full: 'Full address' },
  billing_required: { false: 'Optional', true: 'Required' },
} as const;

/** A setting's value as the form names it: its option, or what was entered. */
export function getSettingLabel(name: string, value: string): string {
  const labels: Record<string, Record<string, string>> = settingOptionLabels;
  return labels[name]?.[value] ?? value;
}
