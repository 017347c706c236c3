import { TextLink } from '../content/text-link';
import { useBrandName, useRootData } from './brand';

/** The operator's name with the address of its support, if it has one (setting SUPPORT_EMAIL): "contact …". */
export function OperatorContact() {
  const brandName = useBrandName();
  const supportEmail = useRootData()?.supportEmail;
  if (!supportEmail) return <>{brandName}</>;
  return (
    <>
      {brandName} at <TextLink to={`mailto:${supportEmail}`}>{supportEmail}</TextLink>
    </>
  );
}
