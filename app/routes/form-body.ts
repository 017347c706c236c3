/** The fields of a form. @throws 400 for a body that is no form: a browser showing our page does not send one */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch {
    throw new Response(null, { status: 400 });
  }
}
