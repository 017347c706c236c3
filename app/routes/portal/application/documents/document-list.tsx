import { DocumentField } from './document-field';
import type { DocumentSlotView } from './document-slots';

/** The documents of a page. */
export function DocumentList({ places }: { places: readonly DocumentSlotView[] }) {
  if (!places.length) return null;
  return (
    <section aria-labelledby="documents" className="mt-8 max-w-3xl space-y-4">
      <h2 id="documents" className="text-lg font-semibold tracking-tight">
        {places.length === 1 ? 'Document' : 'Documents'}
      </h2>
      {places.map((place) => (
        <DocumentField key={place.id} {...place} />
      ))}
    </section>
  );
}
