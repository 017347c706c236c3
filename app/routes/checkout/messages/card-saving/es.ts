import type { CardSavingMessages } from './en';

export const cardSavingEs: CardSavingMessages = {
  title: 'Guardar su tarjeta',
  why: (merchant, brand) =>
    `${brand} guarda su tarjeta para que usted pueda pagar más rápido a ${merchant}. Solo se cobrará en ella cuando usted mismo haga un pago.`,
  whyForMerchant: (merchant, brand) =>
    `${brand} guarda su tarjeta para que ${merchant} pueda hacer cargos más adelante.`,
  consent: {
    recurring: (merchant) =>
      `Autorizo a ${merchant} a hacer cargos periódicos en esta tarjeta, por ejemplo por una suscripción, sin pedirme autorización cada vez.`,
    installment: (merchant) =>
      `Autorizo a ${merchant} a cobrar en esta tarjeta los plazos de mi compra, sin pedirme autorización cada vez.`,
    unscheduled: (merchant) =>
      `Autorizo a ${merchant} a hacer cargos en esta tarjeta según el uso que haga de sus servicios, por ejemplo para una recarga, sin pedirme autorización cada vez.`,
  },
  nothingNow: 'Ahora no se le cobra nada. Solo comprobamos con su banco que la tarjeta es válida.',
  codeNotKept: 'El código de seguridad no se guarda.',
  save: 'Guardar tarjeta',
  savingNow: 'Guardando…',
  cancel: 'Cancelar',
  declined: 'La tarjeta ha sido rechazada y no se ha guardado',
  notSaved: 'Su tarjeta no se ha guardado',
  outOfDate:
    'Esta página ya no estaba actualizada, por lo que la tarjeta no se ha guardado. Introduzca de nuevo los datos de su tarjeta.',
  noAnswer: 'Su banco no ha respondido. No se ha realizado ningún cargo. Inténtelo de nuevo.',
  unavailable: 'En este momento no se pueden guardar tarjetas aquí. Inténtelo más tarde.',
  authenticate:
    'Su banco le pide que confirme esta tarjeta antes de que se guarde. No se realizará ningún cargo.',
  checking: 'Su banco aún no ha confirmado su tarjeta. No se ha realizado ningún cargo.',
  anotherCard: 'Usar otra tarjeta',
  titles: {
    save_checking: 'Esperando a su banco',
    save_authenticate: 'Confirme con su banco',
    saved: 'Su tarjeta está guardada',
    save_expired: 'Esta página ha caducado',
    save_failed: 'Demasiados intentos',
    save_cancelled: 'No se ha guardado ninguna tarjeta',
    save_removed: 'Esta tarjeta ya no está guardada',
  },
  savedForPayer: (card, merchant) =>
    `Su tarjeta ${card} está guardada para su próximo pago a ${merchant}. No se ha realizado ningún cargo.`,
  savedForMerchant: (card, merchant) =>
    `${merchant} ya puede utilizar su tarjeta ${card}. No se ha realizado ningún cargo.`,
  save_expired: (merchant) => `No se ha guardado ninguna tarjeta. Vuelva a ${merchant} y comience de nuevo.`,
  save_failed:
    'No se ha aceptado ninguna de las tarjetas. No se ha guardado ninguna ni se ha realizado ningún cargo.',
  save_cancelled: 'Ha cancelado la operación. No se ha realizado ningún cargo.',
  save_removed: (merchant: string) => `${merchant} ya no puede realizar cargos en ella.`,
  mayClose: 'Puede cerrar esta página.',
};
