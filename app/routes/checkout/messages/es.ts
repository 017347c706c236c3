import type { CheckoutMessages } from './en';

export const es: CheckoutMessages = {
  testEnvironment: 'Entorno de pruebas.',
  simulatedLive: 'Entorno de producción simulado.',
  noRealMoney: 'No se cobra dinero real.',
  environment: 'Entorno',
  servedBy: (brand) => `Pagos con tarjeta a través de ${brand}`,
  language: 'Idioma',

  amountToPay: 'Importe del pago',
  order: {
    caption: 'Detalles del pedido',
    item: 'Artículo',
    amount: 'Importe',
    total: 'Total',
    tax: 'Impuestos',
    adjustment: 'Ajuste',
    folded: (count) => `Su pedido: ${count} artículos`,
  },

  card: {
    heading: 'Pagar con tarjeta',
    number: 'Número de tarjeta',
    expiry: 'Fecha de caducidad',
    expiryHint: 'Por ejemplo, 08/29',
    code: 'Código de seguridad',
    codeHint: '3 o 4 cifras',
    codeOnBack: '3 cifras en el reverso',
    codeOnFront: '4 cifras en el anverso',
    name: 'Nombre en la tarjeta',
  },
  savedCards: {
    choose: 'Elija una tarjeta',
    expires: (date) => `Caducidad: ${date}`,
    another: 'Usar otra tarjeta',
    remove: 'Eliminar',
    removed: 'La tarjeta se ha eliminado.',
    declinedCardRemoved:
      'La tarjeta guardada que se ha rechazado ya no se puede utilizar y no aparece en la lista.',
    confirm: 'Eliminar la tarjeta',
    keep: 'Conservar la tarjeta',
    chargesEnd: (merchant) =>
      `${merchant} ya no podrá realizar cargos en esta tarjeta. Los pagos que ya ha realizado no cambian.`,
    mustEnter: (merchant) =>
      `Para volver a pagar a ${merchant} con esta tarjeta, tendrá que introducirla. Los pagos que ya ha realizado no cambian.`,
  },
  billing: {
    heading: 'Dirección de facturación',
    hint: 'Como en el extracto de su tarjeta. Su banco puede comprobarla.',
    optional: '(opcional)',
    country: 'País o región',
    chooseCountry: 'Seleccione un país',
    address_1: 'Dirección',
    address_2: 'Piso, puerta o apartamento',
    postal_code: 'Código postal',
    city: 'Ciudad',
    state: 'Estado, provincia o región',
    email: 'Correo electrónico',
    emailHint: 'Enviaremos el recibo a esta dirección.',
    testReceipts: 'Los recibos de prueba solo se envían a los miembros del equipo del comercio.',
  },
  pay: {
    pay: (amount) => `Pagar ${amount}`,
    order: (amount) => `Pedir y pagar ${amount}`,
    book: (amount) => `Reservar y pagar ${amount}`,
    donate: (amount) => `Donar ${amount}`,
    subscribe: (amount) => `Suscribirse y pagar ${amount}`,
  },
  payingNow: 'Procesando el pago…',
  progress: [
    'Estamos contactando con su banco. No cierre esta página.',
    'Seguimos esperando a su banco. No cierre esta página.',
    'Su banco tarda más de lo habitual. No cierre esta página ni empiece de nuevo.',
  ],
  cancel: (merchant) => `Cancelar y volver a ${merchant}`,

  error: 'Error:',
  problem: 'Revise los datos introducidos',
  cardErrors: {
    number_missing: 'Introduzca el número de la tarjeta',
    number_wrong: 'Revise el número de la tarjeta: falta una cifra o alguna es incorrecta',
    number_unknown: 'Su banco no reconoce este número de tarjeta. Revíselo.',
    expiry_missing: 'Introduzca la fecha de caducidad',
    expiry_wrong: 'Introduzca el mes y el año de caducidad, por ejemplo 08/29',
    expiry_far: 'Compruebe el año de caducidad',
    expiry_past: 'Esta tarjeta ha caducado. Utilice otra.',
    expiry_refused: 'Según su banco, esta tarjeta ha caducado. Revise la fecha o utilice otra tarjeta.',
    code_missing: 'Introduzca el código de seguridad',
    code_wrong: 'El código de seguridad tiene 3 o 4 cifras',
    code_not_3: 'El código de seguridad de esta tarjeta tiene 3 cifras',
    code_not_4: 'El código de seguridad de esta tarjeta tiene 4 cifras',
    code_refused: 'El código de seguridad no coincide. Compruébelo en su tarjeta.',
    name_missing: 'Introduzca el nombre que figura en la tarjeta',
    name_is_number: 'Introduzca aquí el nombre que figura en la tarjeta, no su número',
    country_missing: 'Seleccione su país',
    address_missing: 'Introduzca su dirección',
    postal_code_missing: 'Introduzca su código postal',
    postal_code_wrong: 'Compruebe el código postal. No corresponde al país seleccionado.',
    city_missing: 'Introduzca su ciudad',
    state_missing: 'Introduzca su estado, provincia o región',
    email_missing: 'Introduzca su correo electrónico',
    email_wrong: 'Introduzca un correo electrónico, por ejemplo, nombre@example.com',
    billing_is_number: 'No introduzca aquí el número de la tarjeta',
    consent_missing: 'Marque la casilla para dar su consentimiento',
    test_card_required:
      'Aquí solo funcionan tarjetas de prueba, por lo que no se ha hecho ningún cargo en esta. La tienda puede indicarle una tarjeta de prueba. Si es su tienda, encontrará tarjetas de prueba en la documentación, en «Test cards».',
    test_card_refused: 'Esta es una tarjeta de prueba y no sirve para pagos reales. Utilice otra tarjeta.',
  },
  notTaken: 'No se ha realizado ningún cargo',
  declined: 'El pago ha sido rechazado. No se ha realizado ningún cargo.',
  reasons: {
    authentication_failed: 'Su banco no pudo confirmar su identidad. Inténtelo de nuevo o use otra tarjeta.',
    technical_problem:
      'Un problema técnico ha impedido el pago. Inténtelo de nuevo o pruebe con otra tarjeta.',
    insufficient_funds: 'Esta tarjeta no dispone de fondos suficientes. Pruebe con otra.',
    declined: 'Su banco ha rechazado esta tarjeta. Pruebe con otra o consulte a su banco.',
    saved_card_unavailable: 'Esta tarjeta guardada ya no está disponible. Utilice otra.',
    out_of_date: 'Esta página ya no estaba actualizada. Introduzca de nuevo los datos de su tarjeta.',
    unavailable: 'Esta tienda no puede aceptar pagos con tarjeta en este momento. Inténtelo más tarde.',
    link_completed:
      'Este enlace de pago ya ha alcanzado el número máximo de pagos. No se ha cobrado nada en su tarjeta.',
    offline:
      'No tiene conexión, por lo que no se ha cobrado nada en su tarjeta. Compruebe la conexión e inténtelo de nuevo.',
    card_limit_reached:
      'Ha habido demasiados intentos con esta tarjeta. Utilice otra tarjeta o inténtelo de nuevo dentro de una hora.',
    address_limit_reached:
      'Se han probado demasiadas tarjetas desde su conexión. Inténtelo de nuevo dentro de diez minutos.',
    proof_needed:
      'Para evitar el fraude con tarjetas, esta página requiere JavaScript en este momento. Active JavaScript e introduzca de nuevo los datos de su tarjeta, o inténtelo de nuevo dentro de diez minutos.',
  },
  enterCardAgain:
    'Introduzca de nuevo los datos de su tarjeta. Por su seguridad, esta página no los conserva.',
  enterAgain:
    'Introduzca de nuevo el número de la tarjeta y el código de seguridad. Por su seguridad, esta página no los conserva.',
  attemptsLeft: (count) => (count === 1 ? 'Le queda un intento.' : `Le quedan ${count} intentos.`),

  titles: {
    form: (merchant) => `Pago a ${merchant}`,
    declined: 'Pago rechazado',
    remove_card: '¿Eliminar esta tarjeta?',
    paying: 'Esperando a su banco',
    authenticate: 'Confirme con su banco',
    paid: 'Pago realizado',
    refunded: 'Pago reembolsado',
    released: 'No se ha cobrado nada en su tarjeta',
    expired: 'Esta página de pago ha caducado',
    blocked: 'Demasiados intentos',
    cancelled: 'Este pago se ha cancelado',
    unknown: 'No encontramos este pago',
    failed: 'Se ha producido un error por nuestra parte',
  },
  paying: {
    unknown: (amount) =>
      `Su banco aún no nos ha comunicado si el pago de ${amount} se ha realizado. Por favor, no vuelva a pagar.`,
    goesOn: 'Esta página lo comprueba cada pocos segundos y continúa automáticamente.',
    checkAgain: 'Comprobar ahora',
    checkedJustNow: 'Comprobado ahora mismo.',
  },
  authenticate: {
    explain: (amount: string) => `Su banco le pide que confirme el pago de ${amount}.`,
    earlier:
      'Esta confirmación corresponde a su intento anterior. No se ha cobrado nada en la tarjeta que acaba de introducir.',
    goOn: 'Continuar a su banco',
  },
  paid: {
    taken: (amount, merchant) => `Ha pagado ${amount} a ${merchant}.`,
    held: (amount, merchant) => `Se ha retenido un importe de ${amount} en su tarjeta para ${merchant}.`,
    released: (amount, merchant) =>
      `La retención de ${amount} para ${merchant} ha finalizado. Es posible que su banco la muestre unos días más.`,
    refunded: (amount) =>
      `Se ha reembolsado un importe de ${amount}. Suele tardar de 5 a 10 días hábiles en llegar a su tarjeta.`,
    chargedBack: (amount) => `Su banco le ha devuelto ${amount}.`,
    notAgain: 'No necesita pagar de nuevo.',
    already: 'El pago ya estaba completado. En su último intento no se ha cobrado nada.',
    receipt: 'Recibirá un recibo por correo electrónico.',
  },
  link: {
    amount: 'Importe',
    amountRange: (min: string, max: string) => `De ${min} a ${max}`,
    quantityOf: (item: string) => `Cantidad: ${item}`,
    quantityRange: (min: number, max: number) => `De ${min} a ${max}`,
    goOn: 'Continuar con el pago',
    amountWrong: (min: string, max: string) => `Introduzca un importe de ${min} a ${max}`,
    quantityWrong: (item: string, min: number, max: number) =>
      `Introduzca para ${item} una cantidad de ${min} a ${max}`,
    nothingChosen: 'Elija al menos un artículo',
    amountUnclear: (currency: string, example: string) =>
      `Introduzca un importe en ${currency}, por ejemplo, ${example}`,
    more: (item: string) => `Añadir uno: ${item}`,
    less: (item: string) => `Quitar uno: ${item}`,
    paid: 'Este enlace de pago ya se ha pagado',
    inProgress: 'Hay un pago en curso con este enlace',
    whyInProgress:
      'No se ha cobrado nada en su tarjeta. Si está pagando en otra pestaña, complete el pago allí. Si no, inténtelo de nuevo más tarde. El pago puede tardar hasta 15 minutos.',
    tryAgain: 'Intentar de nuevo',
    alreadyPaid: (merchant: string) =>
      `No necesita pagar de nuevo. Si no ha pagado usted, póngase en contacto con ${merchant}.`,
    unusable: 'Este enlace de pago no se puede usar',
    whyUnusable: (merchant: string) =>
      `Ha caducado, se ha desactivado o ya ha alcanzado el número máximo de pagos. Si ya ha pagado, no tiene que hacer nada. Si no, pida un enlace nuevo a ${merchant}.`,
    ended: (merchant: string) =>
      `Este enlace de pago ya no se puede usar. Para pagar, pida un enlace nuevo a ${merchant}.`,
    reversed: (merchant: string) =>
      `El pago realizado con este enlace se ha anulado o reembolsado. Para pagar, pida un enlace nuevo a ${merchant}.`,
    tooManyVisits:
      'Ha habido demasiadas visitas desde su conexión. Inténtelo de nuevo dentro de diez minutos.',
    notChargedHere: 'En esta página no se ha cobrado nada en su tarjeta.',
    notPaid: 'No ha pagado. No se ha cobrado nada en su tarjeta.',
    change: 'Cambiar',
    startAgain: 'Empezar de nuevo',
    seeConfirmation: 'Ver la confirmación',
    reference: (reference: string) => `Su referencia: ${reference}`,
  },
  takingYouBack: 'Le estamos redirigiendo a la tienda.',
  goOnTo: (merchant) => `Continuar a ${merchant}`,
  backTo: (merchant) => `Volver a ${merchant}`,
  expired: (merchant) => `No se ha realizado ningún cargo. Vuelva a ${merchant} y comience de nuevo.`,
  blocked: (merchant) =>
    `Ninguno de los intentos ha tenido éxito y no se ha realizado ningún cargo. Vuelva a ${merchant} para comenzar de nuevo o pagar de otra forma.`,
  cancelled: (merchant) =>
    `No se ha realizado ningún cargo y esta página ya no admite pagos. Vuelva a ${merchant} para comenzar de nuevo.`,
  unknown: {
    why: 'Es posible que el enlace esté incompleto o haya caducado.',
    whatNow:
      'Si ya ha pagado, busque un recibo o pregunte a la tienda antes de volver a pagar. Si no, vuelva a la tienda y comience el pago de nuevo.',
  },
  failed: {
    maybePaid:
      'Si ya había pulsado el botón de pago, es posible que el pago se haya realizado. No vuelva a introducir los datos de su tarjeta hasta que lo haya comprobado.',
    openAgain: 'Actualice esta página dentro de un momento para saber si ha pagado.',
    checkAgain: 'Actualizar esta página',
  },

  support: {
    heading: (merchant) => `Contactar con ${merchant}`,
    email: 'Correo electrónico',
    phone: 'Teléfono',
    website: 'Sitio web',
    terms: 'Condiciones',
    privacy: 'Privacidad',
  },
};
