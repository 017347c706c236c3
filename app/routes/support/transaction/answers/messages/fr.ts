import type { AnswerMessages } from './en';

export const answersFr: AnswerMessages = {
  declined: {
    what: (amount, merchant, date) => `Votre paiement de ${amount} à ${merchant} du ${date} a été refusé.`,
    reasons: {
      number_unknown: 'Le numéro de carte n’a pas été reconnu.',
      expiry_refused: 'La carte avait expiré ou la date d’expiration était incorrecte.',
      code_refused: 'Le code de sécurité ne correspondait pas.',
      authentication_failed: 'Votre banque n’a pas pu confirmer qu’il s’agissait bien de vous.',
      technical_problem: 'Un problème technique a empêché le paiement.',
      insufficient_funds: 'Le solde disponible sur la carte était insuffisant.',
      declined:
        'Nous n’avons pas de motif que nous puissions vous communiquer. Votre banque peut peut-être vous en dire plus.',
    },
    notCharged: 'Votre carte n’a pas été débitée.',
    reversing: 'Votre banque l’a finalement accepté plus tard. Nous sommes en train de l’annuler.',
    reversed:
      'Votre banque l’a finalement accepté plus tard, et nous l’avons annulé. Plusieurs jours ouvrés peuvent s’écouler avant que votre banque ne l’affiche.',
    notReversed: 'Votre banque l’a finalement accepté plus tard, et il n’a pas encore été annulé.',
    succeeded: (amount, at) =>
      `Votre paiement de ${amount} du ${at} a réussi. Vous n’avez pas besoin de payer à nouveau.`,
    retry: (merchant) =>
      `Si vous souhaitez toujours payer ${merchant}, réessayez ou utilisez une autre carte.`,
  },
  refund: {
    sent: (amount, merchant, date) =>
      `${merchant} a remboursé ${amount}. Le remboursement a été envoyé à votre banque le ${date}.`,
    reference: (reference) => `Si votre banque demande une référence, indiquez ${reference}.`,
    card: (lastFour) =>
      `L’argent revient sur la carte avec laquelle vous avez payé, se terminant par ${lastFour}.`,
    usual: 'Un remboursement apparaît généralement sur votre relevé sous 5 à 10 jours ouvrés.',
    overdue:
      'Ce délai est écoulé. Si vous ne trouvez pas le remboursement sur votre relevé, contactez votre banque.',
    pending: (amount, date) =>
      `Un remboursement de ${amount} a été demandé le ${date}. Il n’est pas encore confirmé.`,
    failed: (amount, date) =>
      `Un remboursement de ${amount} a été demandé le ${date} et a échoué. Vous n’avez pas reçu cet argent.`,
    returned: (amount, date) =>
      `Votre banque a renvoyé le remboursement de ${amount} envoyé le ${date}. Vous n’avez pas reçu cet argent.`,
    contact: (merchant) => `Contactez ${merchant} pour le recevoir d’une autre manière.`,
    earlier: (count) =>
      count === 1
        ? 'Un remboursement antérieur n’est pas indiqué ici.'
        : `${count} remboursements antérieurs ne sont pas indiqués ici.`,
  },
  hold: {
    was: (amount, merchant, date) =>
      `Le ${date}, ${amount} ont été réservés sur votre carte pour ${merchant}.`,
    still: (amount) =>
      `Sur cette somme, ${amount} restent réservés. Ce montant est mis de côté, mais n’est pas débité.`,
    until: (merchant, date) => `${merchant} peut le débiter jusqu’au ${date}. Sinon, il sera libéré.`,
    open: (merchant) => `${merchant} peut le débiter ou le libérer.`,
    ended: (date) => `La réservation a pris fin le ${date} et est en cours de libération.`,
    waiting: (amount) =>
      `Une modification portant sur ${amount} de la réservation n’est pas encore confirmée.`,
    charged: (amount, merchant) =>
      `${merchant} en a débité ${amount}. La réservation et ce débit constituent un seul paiement, et non deux.`,
    released: (amount) =>
      `Sur cette somme, ${amount} ont été libérés et ne seront pas débités. Plusieurs jours ouvrés peuvent s’écouler avant que votre banque ne l’affiche.`,
  },
  duplicate: {
    others: (count, amount, merchant) =>
      count === 1
        ? `Dans les 24 heures avant ou après ce paiement, il existe un autre paiement de ${amount} à ${merchant} avec la même carte, la même adresse e-mail ou la même commande.`
        : `Dans les 24 heures avant ou après ce paiement, il existe ${count} autres paiements de ${amount} à ${merchant} avec la même carte, la même adresse e-mail ou la même commande.`,
    atLeast: (count, amount, merchant) =>
      count === 1
        ? `Dans les 24 heures avant ou après ce paiement, il existe au moins un autre paiement de ${amount} à ${merchant} avec la même carte, la même adresse e-mail ou la même commande.`
        : `Dans les 24 heures avant ou après ce paiement, il existe au moins ${count} autres paiements de ${amount} à ${merchant} avec la même carte, la même adresse e-mail ou la même commande.`,
    pending: (at) => `Le paiement du ${at} n’est pas encore confirmé.`,
    declined: (at) => `Le paiement du ${at} a été refusé et n’a pas été débité.`,
    reversing: (at) =>
      `Le paiement du ${at} a été refusé, votre banque l’a accepté plus tard, et il est en cours d’annulation.`,
    reversed: (at) =>
      `Le paiement du ${at} a été refusé, votre banque l’a accepté plus tard, et il a été annulé.`,
    notReversed: (at) =>
      `Le paiement du ${at} a été refusé, votre banque l’a accepté plus tard, et il n’a pas encore été annulé.`,
    held: (at) => `Le paiement du ${at} est réservé et n’a pas été débité.`,
    released: (at) => `Le paiement du ${at} a été libéré et n’a pas été débité.`,
    charged: (at, amount) => `Pour le paiement du ${at}, ${amount} ont été débités.`,
    refunded: (amount) => `Sur cette somme, ${amount} ont été remboursés.`,
    refunding: (amount) => `Un remboursement de ${amount} n’est pas encore confirmé.`,
    disputed: (amount) =>
      `Sur cette somme, ${amount} font l’objet d’une contestation auprès de votre banque.`,
    chargedBack: (amount) => `Votre banque en a repris ${amount}.`,
    stillHeld: (amount) => `En plus, ${amount} restent réservés.`,
    several: (merchant) =>
      `Plusieurs de ces paiements ont été débités. Si vous vouliez payer une seule fois, demandez un remboursement à ${merchant}.`,
    one: 'Un seul de ces paiements reste débité.',
    none: 'Aucun de ces paiements ne reste débité.',
  },
  unpaid: {
    canceled: (amount, merchant, at) =>
      `Rien ne vous a été débité : le paiement de ${amount} à ${merchant} a été annulé le ${at}.`,
    expired: (amount, merchant, at) =>
      `Rien ne vous a été débité : le paiement de ${amount} à ${merchant} n’a pas été effectué avant son expiration, le ${at}.`,
    failed: (amount, merchant) =>
      `Rien ne vous a été débité : le paiement de ${amount} à ${merchant} a été clos après plusieurs tentatives refusées.`,
    open: (amount, merchant) =>
      `Rien ne vous a été débité pour l’instant : le paiement de ${amount} à ${merchant} n’est pas encore effectué.`,
    noRequest: 'Aucune demande n’a été envoyée à votre banque.',
    notOpened: 'La page de paiement n’a pas été ouverte.',
    declined: (count) =>
      count === 1 ? 'Une tentative a été refusée.' : `${count} tentatives ont été refusées.`,
    otherPayment:
      'Il existe un autre paiement pour cette commande. Ne payez pas à nouveau tant qu’il n’a pas été vérifié.',
    payUntil: (at) => `Vous pouvez encore payer sur la page de paiement jusqu’au ${at}.`,
    orderAgain: (merchant) => `Pour acheter, passez une nouvelle commande chez ${merchant}.`,
  },
};
