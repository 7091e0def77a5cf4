import type { Reason } from '../../../../domains/access/sign-on/refusal.ts';

export const spanish: Record<Reason, string> = {
  'not-base64':
    'La respuesta del proveedor de identidad no es Base64 válido. Se dañó o se cortó por el camino.',
  'too-large': 'La respuesta del proveedor de identidad es demasiado grande.',
  'not-xml': 'La respuesta del proveedor de identidad no es XML bien formado.',
  'document-type':
    'La respuesta del proveedor de identidad declara un tipo de documento o usa entidades, lo que no está permitido.',
  comment:
    'La respuesta del proveedor de identidad contiene un comentario, lo que no está permitido porque podría ocultar parte de un nombre.',
  markup:
    'La respuesta del proveedor de identidad contiene marcado que no son elementos, lo que no está permitido.',
  'not-a-response': 'El proveedor de identidad no envió una respuesta SAML 2.0.',
  status:
    'El proveedor de identidad no inició su sesión. Inténtelo de nuevo o póngase en contacto con su administrador.',
  encrypted:
    'El proveedor de identidad cifró su respuesta. Desactive el cifrado allí; TLS ya protege la respuesta.',
  'no-assertion':
    'La respuesta del proveedor de identidad no contiene ninguna aserción, así que no dice quién es usted.',
  'several-assertions': 'La respuesta del proveedor de identidad contiene más de una aserción.',
  wrapped: 'La respuesta del proveedor de identidad está formada por partes que no van juntas.',
  unsigned:
    'La aserción no está firmada. Configure el proveedor de identidad para que firme las aserciones y no solo las respuestas.',
  'signature-form': 'La firma no cubre la aserción como exige SAML.',
  'weak-algorithm':
    'La respuesta está firmada con SHA-1 u otro algoritmo inseguro. Elija RSA con SHA-256 en el proveedor de identidad.',
  'certificate-expired':
    'El certificado de este proveedor ha caducado o aún no es válido. Un administrador de la organización debe introducir el actual.',
  'other-certificate':
    'La respuesta está firmada con un certificado distinto del configurado aquí. Un administrador de la organización debe compararlos.',
  signature: 'La firma no es válida: la respuesta se modificó después de firmarla o se firmó con otra clave.',
  issuer: 'La respuesta procede de un proveedor de identidad distinto del configurado aquí.',
  destination: 'La respuesta iba dirigida a otro servicio.',
  audience: 'La respuesta está destinada a otro servicio: su audiencia es otra.',
  condition: 'La aserción contiene una condición desconocida.',
  'no-sign-in': 'La aserción no dice que alguien haya iniciado sesión.',
  confirmation: 'La aserción no tiene confirmación de portador.',
  recipient: 'La aserción se emitió para otro servicio: su destinatario es otro.',
  time: 'La aserción no dice cuándo caduca.',
  'not-yet-valid':
    'La aserción aún no es válida. Compare los relojes del proveedor de identidad y de este servicio.',
  expired:
    'La aserción ha caducado. Inicie sesión de nuevo. Si vuelve a fallar, compare los relojes de ambos servicios.',
  name: 'La aserción no identifica claramente a una persona. Necesita exactamente un identificador de nombre.',
  'transient-name':
    'El proveedor de identidad envía cada vez un identificador de nombre distinto. Configúrelo para que envíe uno persistente o la dirección de correo.',
  unsolicited:
    'Esta respuesta no se solicitó. Empiece a iniciar sesión aquí y no en el proveedor de identidad.',
  'unknown-request': 'La respuesta pertenece a una solicitud que este servicio no hizo.',
  'request-expired': 'El inicio de sesión tardó demasiado. Inténtelo de nuevo.',
  'request-used': 'Ya se recibió una respuesta a esta solicitud. Inténtelo de nuevo.',
  replayed: 'Esta aserción ya se usó. Inténtelo de nuevo.',
  ticket: 'Esta página ya se usó o ha caducado. Inténtelo de nuevo.',
  'other-browser':
    'El inicio de sesión empezó en otro navegador. Inténtelo de nuevo en este y permita las cookies.',
  'provider-changed': 'Este proveedor de inicio de sesión único se acaba de modificar. Inténtelo de nuevo.',
  'provider-gone':
    'Este proveedor de inicio de sesión único ya no existe. Pregunte a un administrador de la organización.',
  'no-email':
    'El proveedor de identidad no envió su dirección de correo. Configúrelo para que envíe el atributo «email».',
  'no-member':
    'Existe una cuenta con su dirección de correo, pero no pertenece a esta organización. Pida una invitación a un administrador.',
  'invitation-waits':
    'Aún no ha aceptado su invitación a esta organización. Abra primero el enlace de la invitación.',
  'member-disabled': 'Su pertenencia a esta organización no está activa. Pregunte a un administrador.',
  'organization-suspended': 'Esta organización está suspendida, así que nadie puede unirse a ella.',
  'other-account': 'Ha iniciado sesión con una cuenta distinta de la solicitada.',
  'sign-in-anew':
    'Inicie sesión de nuevo con la contraseña de la cuenta: su sesión actual es anterior a esta solicitud.',
  'oidc-state':
    'Esta página no pertenece a un inicio de sesión que este servicio haya comenzado con este proveedor. Empiece de nuevo.',
  'oidc-unreachable': 'El proveedor de identidad no responde. Vuelva a intentarlo dentro de unos minutos.',
  'oidc-discovery':
    'La configuración que publica el proveedor de identidad no se puede usar. Un administrador puede probar el proveedor en sus ajustes.',
  'oidc-code':
    'El proveedor de identidad no confirmó el inicio de sesión. Vuelva a intentarlo. Si no funciona, un administrador debe comparar el ID y el secreto del cliente.',
  'oidc-token':
    'No se pudo verificar la respuesta del proveedor de identidad: no está firmada por él o está destinada a otro servicio o a otro inicio de sesión.',
  'oidc-expired':
    'La respuesta del proveedor de identidad ha caducado o todavía no es válida. Vuelva a iniciar sesión. Si no funciona, compare los relojes de ambos servicios.',
  'email-unverified':
    'El proveedor de identidad no confirma que su dirección de correo electrónico sea suya. Verifíquela primero allí.',
  'email-domain':
    'Este proveedor no admite direcciones de correo electrónico de su dominio. Pregunte a un administrador.',
  'email-of-others':
    'Su dirección de correo electrónico pertenece a un dominio de otra organización. Pida una invitación a un administrador.',
  'groups-elsewhere':
    'El proveedor de identidad envía demasiados grupos o solo indica dónde están. Limite los grupos que envía a esta aplicación.',
  'no-account': 'No hay ninguna cuenta para usted en este servicio. Pida una invitación a un administrador.',
  'account-unproven':
    'Hay una cuenta con su dirección de correo electrónico, pero la dirección nunca se verificó. Inicie sesión con la contraseña de la cuenta y confirme primero la dirección.',
  'directory-credentials': 'El nombre de usuario o la contraseña no son correctos.',
  'directory-unreachable': 'El directorio no responde. Inténtelo de nuevo dentro de unos minutos.',
  'directory-busy':
    'Muchas personas están iniciando sesión en este momento. Inténtelo de nuevo dentro de unos segundos.',
  'directory-settings':
    'El directorio no se puede usar tal como está configurado aquí. Consulte al operador de este servicio: el motivo está en su registro.',
  'directory-ambiguous':
    'El directorio tiene más de una entrada para este nombre de usuario. Use un nombre que solo tenga usted o consulte al administrador del directorio.',
  'directory-inactive':
    'Su cuenta del directorio está desactivada, bloqueada o caducada. Consulte al administrador del directorio.',
  'directory-password-expired':
    'Su contraseña del directorio ha caducado o debe cambiarse. Cámbiela allí primero.',
  'directory-groups':
    'Pertenece a más grupos de los que se pueden leer del directorio. Consulte al operador de este servicio.',
  'directory-no-email':
    'Su entrada del directorio no tiene dirección de correo electrónico. Pida al administrador del directorio que la añada.',
};
