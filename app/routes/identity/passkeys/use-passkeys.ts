import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { useEffect, useState } from 'react';

/** Whether this browser knows passkeys, on an address that can have some: a name, by https or of this computer. False until scripts run. */
export function usePasskeySupport(): boolean {
  const [known, setKnown] = useState(false);
  useEffect(
    () =>
      setKnown(window.isSecureContext && browserSupportsWebAuthn() && !/^[\d.]+$|:/.test(location.hostname)),
    [],
  );
  return known;
}
