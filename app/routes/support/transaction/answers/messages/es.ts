import type { AnswerMessages } from './en';

export const answersEs: AnswerMessages = {
  declined: {
    what: (amount, merchant, date) => `Su pago de ${amount} a ${merchant} del ${date} fue rechazado.`,
    reasons: {
      number_unknown: 'No se reconoció el número de la tarjeta.',
      expiry_refused: 'La tarjeta había caducado o la fecha de caducidad no era correcta.',
      code_refused: 'El código de seguridad no coincidía.',
      authentication_failed: 'Su banco no pudo confirmar que se trataba de usted.',
      technical_problem: 'Un problema técnico impidió el pago.',
      insufficient_funds: 'La tarjeta no tenía saldo suficiente.',
      declined: 'No tenemos un motivo que podamos comunicarle. Es posible que su banco pueda decirle más.',
    },
    notCharged: 'No se ha cobrado nada en su tarjeta.',
    reversing: 'Su banco lo aprobó más tarde. Lo estamos anulando.',
    reversed:
      'Su banco lo aprobó más tarde y lo hemos anulado. Su banco puede tardar varios días hábiles en mostrarlo.',
    notReversed: 'Su banco lo aprobó más tarde y todavía no se ha anulado.',
    succeeded: (amount, at) => `Su pago de ${amount} del ${at} se completó. No necesita volver a pagar.`,
    retry: (merchant) => `Si todavía desea pagar a ${merchant}, inténtelo de nuevo o utilice otra tarjeta.`,
  },
  refund: {
    sent: (amount, merchant, date) =>
      `${merchant} ha reembolsado ${amount}. El reembolso se envió a su banco el ${date}.`,
    reference: (reference) => `Si su banco le pide una referencia, indique ${reference}.`,
    card: (lastFour) => `El dinero vuelve a la tarjeta con la que pagó, terminada en ${lastFour}.`,
    usual: 'Un reembolso suele tardar de 5 a 10 días hábiles en aparecer en su extracto.',
    overdue:
      'Ese plazo ya ha pasado. Si no encuentra el reembolso en su extracto, póngase en contacto con su banco.',
    pending: (amount, date) =>
      `El ${date} se solicitó un reembolso de ${amount}. Todavía no está confirmado.`,
    failed: (amount, date) =>
      `El ${date} se solicitó un reembolso de ${amount}, que falló. Usted no ha recibido ese dinero.`,
    returned: (amount, date) =>
      `Su banco devolvió el reembolso de ${amount} enviado el ${date}. Usted no ha recibido ese dinero.`,
    contact: (merchant) => `Póngase en contacto con ${merchant} para recibirlo de otra forma.`,
    earlier: (count) =>
      count === 1
        ? 'Un reembolso anterior no se incluye aquí.'
        : `${count} reembolsos anteriores no se incluyen aquí.`,
  },
  hold: {
    was: (amount, merchant, date) => `El ${date} se retuvieron ${amount} en su tarjeta para ${merchant}.`,
    still: (amount) =>
      `De ese importe, ${amount} siguen retenidos. Están reservados, pero no se han cobrado.`,
    until: (merchant, date) => `${merchant} puede cobrarlos hasta el ${date}. De lo contrario, se liberarán.`,
    open: (merchant) => `${merchant} puede cobrarlos o liberarlos.`,
    ended: (date) => `La retención terminó el ${date} y se está liberando.`,
    waiting: (amount) => `Un cambio en ${amount} de la retención todavía no está confirmado.`,
    charged: (amount, merchant) =>
      `${merchant} cobró ${amount} de ese importe. La retención y este cobro son un solo pago, no dos.`,
    released: (amount) =>
      `De ese importe, ${amount} se liberaron y no se cobrarán. Su banco puede tardar varios días hábiles en mostrarlo.`,
  },
  duplicate: {
    others: (count, amount, merchant) =>
      count === 1
        ? `En las 24 horas anteriores o posteriores a este pago hay otro pago de ${amount} a ${merchant} con la misma tarjeta, correo electrónico o pedido.`
        : `En las 24 horas anteriores o posteriores a este pago hay otros ${count} pagos de ${amount} a ${merchant} con la misma tarjeta, correo electrónico o pedido.`,
    atLeast: (count, amount, merchant) =>
      count === 1
        ? `En las 24 horas anteriores o posteriores a este pago hay al menos otro pago de ${amount} a ${merchant} con la misma tarjeta, correo electrónico o pedido.`
        : `En las 24 horas anteriores o posteriores a este pago hay al menos otros ${count} pagos de ${amount} a ${merchant} con la misma tarjeta, correo electrónico o pedido.`,
    pending: (at) => `El pago del ${at} todavía no está confirmado.`,
    declined: (at) => `El pago del ${at} fue rechazado y no se cobró.`,
    reversing: (at) => `El pago del ${at} fue rechazado, su banco lo aprobó más tarde y se está anulando.`,
    reversed: (at) => `El pago del ${at} fue rechazado, su banco lo aprobó más tarde y se anuló.`,
    notReversed: (at) =>
      `El pago del ${at} fue rechazado, su banco lo aprobó más tarde y todavía no se ha anulado.`,
    held: (at) => `El pago del ${at} está retenido y no se ha cobrado.`,
    released: (at) => `El pago del ${at} se liberó y no se cobró.`,
    charged: (at, amount) => `Por el pago del ${at} se cobraron ${amount}.`,
    refunded: (amount) => `De ese importe se reembolsaron ${amount}.`,
    refunding: (amount) => `Un reembolso de ${amount} todavía no está confirmado.`,
    disputed: (amount) => `De ese importe, ${amount} están en disputa a través de su banco.`,
    chargedBack: (amount) => `Su banco recuperó ${amount} de ese importe.`,
    stillHeld: (amount) => `Además, ${amount} siguen retenidos.`,
    several: (merchant) =>
      `Se cobró más de uno de estos pagos. Si quería pagar una sola vez, pida un reembolso a ${merchant}.`,
    one: 'Solo uno de estos pagos sigue cobrado.',
    none: 'Ninguno de estos pagos sigue cobrado.',
  },
  unpaid: {
    canceled: (amount, merchant, at) =>
      `No se le ha cobrado nada: el pago de ${amount} a ${merchant} se canceló el ${at}.`,
    expired: (amount, merchant, at) =>
      `No se le ha cobrado nada: el pago de ${amount} a ${merchant} no se completó antes de caducar el ${at}.`,
    failed: (amount, merchant) =>
      `No se le ha cobrado nada: el pago de ${amount} a ${merchant} se cerró tras varios intentos rechazados.`,
    open: (amount, merchant) =>
      `Por ahora no se le ha cobrado nada: el pago de ${amount} a ${merchant} aún no se ha completado.`,
    noRequest: 'No se envió ninguna solicitud a su banco.',
    notOpened: 'La página de pago no se abrió.',
    declined: (count) => (count === 1 ? 'Se rechazó un intento.' : `Se rechazaron ${count} intentos.`),
    otherPayment: 'Hay otro pago para este pedido. No vuelva a pagar hasta que se haya comprobado.',
    payUntil: (at) => `Todavía puede pagar en la página de pago hasta el ${at}.`,
    orderAgain: (merchant) => `Para comprar, haga un nuevo pedido en ${merchant}.`,
  },
};
