import { describeDesk, type Desk } from '~/merchants/applications/desk';
import { findForStaff } from '~/merchants/applications/reviews';
import { notFound } from './step';

/** The application of a page's address. @throws 404; 403 for the reader's own account */
export async function openDesk(params: { id?: string }, user: { id: string }): Promise<Desk> {
  const application = await findForStaff(params.id ?? '', user.id);
  if (!application) throw notFound();
  if (application === 'own_account') throw new Response(null, { status: 403 });
  return describeDesk(application, user.id);
}
