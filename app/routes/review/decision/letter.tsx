import type { Preview } from '~/merchants/applications/preview';
import { Card } from '~/ui/card';

/** The mail as it will be sent, in its plain form. */
export function Letter({ letter: { subject, text } }: { letter: NonNullable<Preview['letter']> }) {
  return (
    <Card title="What the merchant will see">
      <p className="font-medium">{subject}</p>
      <p className="mt-3 border-t border-line pt-3 whitespace-pre-wrap wrap-anywhere">{text}</p>
    </Card>
  );
}
