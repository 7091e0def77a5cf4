import type { RefusalMessages } from './en.ts';

export const texts: RefusalMessages = {
  'refused-invalid-cursor': 'La lista ha cambiado entretanto. Ábrala de nuevo.',
  'refused-request-timeout': 'La solicitud no llegó a tiempo al servicio. Inténtelo de nuevo.',
  'refused-request-in-progress': 'El mismo cambio aún está en curso. Espere un momento y recargue la página.',
  'refused-response-lost':
    'El cambio se hizo, pero su resultado no está disponible. Recargue la página para verlo.',
  'refused-too-many-uploads':
    'Se están subiendo demasiados archivos a la vez. Espere un momento e inténtelo de nuevo.',
  'refused-not-implemented': 'Esta versión de Lectern no puede hacer esto.',
  maintenanceUntil:
    'Lectern está en mantenimiento hasta {time}. Puede leerlo todo, pero los cambios no se guardan hasta entonces. El texto que introduzca se conserva.',
  'refused-maintenance':
    'Lectern está en mantenimiento. No se puede cambiar nada hasta que termine; inténtelo de nuevo después.',
  'refused-quota-exceeded':
    'La organización tiene todo lo que puede tener. Elimine lo que ya no se necesite o pida más a quienes operan este servicio.',
  'refused-passkey-refused': 'No se aceptó la clave de acceso. Empiece de nuevo.',
  'refused-incorrect-passkey': 'No se aceptó la clave de acceso. Inténtelo de nuevo o escriba la contraseña.',
  'refused-no-passkeys': 'Esta cuenta no tiene claves de acceso. Confirme con la contraseña.',
  'refused-organization-suspended':
    'Esta organización está suspendida. Motivo de los administradores: {detail}',
  'refused-organization-not-suspended': 'La organización no está suspendida.',
  'refused-too-many-passkeys':
    'Esta cuenta tiene 20 claves de acceso, las que puede tener. Quite una primero.',
  'refused-storage-full':
    'El servicio no tiene espacio para guardar nada más. Avise a quienes lo administran.',
  'refused-role-above-own': 'Nadie puede dar ni quitar un rol superior al suyo.',
  'refused-user-required': 'Una cuenta de servicio no puede hacer esto. Inicie sesión como persona.',
  'refused-sso-required':
    'Esta organización exige el inicio de sesión único. Inicie sesión con él para continuar.',
  'refused-password-sign-in-required':
    'Inició sesión con el inicio de sesión único de una organización y solo puede actuar en ella. Para esto, inicie sesión con su contraseña.',
  'refused-own-account-only': 'Solo la propia persona puede cambiar esto.',
  'refused-cross-site-request':
    'La sesión de este navegador ha cambiado. Recargue la página e inténtelo de nuevo.',
  'refused-instance-administrator-required': 'Solo los administradores de la instancia pueden hacer esto.',
  'refused-not-found': 'Esto ya no existe, o ya no tiene acceso.',
  'refused-not-a-user': 'Ha iniciado sesión como cuenta de servicio, que no tiene cuenta propia.',
  'refused-git-not-connected': 'Este espacio no está conectado a ningún repositorio de Git.',
  'refused-link-checks-off': 'En esta instancia no se comprueban los enlaces a otros sitios web.',
  'refused-too-many-openapi-sources':
    'Hay versiones anteriores de esta especificación pendientes de procesar. Inténtelo de nuevo en un minuto.',
  'refused-insights-busy':
    'Muchas personas consultan las estadísticas ahora. Inténtelo de nuevo en unos segundos.',
  'refused-insights-unavailable':
    'La base de datos de eventos no responde ahora. Inténtelo de nuevo en unos segundos.',
  'refused-insights-timeout':
    'Contar los eventos de este periodo lleva demasiado tiempo. Elija uno más corto.',
  'refused-space-not-deleted': 'Este espacio no está eliminado; no hay nada que restaurar.',
  'refused-git-connection-paused': 'La conexión de Git de este espacio está en pausa. Reanúdela primero.',
  'refused-git-host-key-unknown':
    'La clave SSH de este servidor aún no se conoce. Compare su huella con la que publica el servidor y fíjela después.',
  'refused-git-existing-documentation':
    'La rama ya tiene documentación que no procede de este espacio. Impórtela primero, o elija otra rama o directorio.',
  'refused-git-connected-elsewhere':
    'El espacio está conectado a otro repositorio, rama o directorio. Sincronice con él, o elimine antes la conexión.',
  'refused-git-operation-running':
    'Hay una operación de Git en curso en este espacio. Inténtelo de nuevo cuando termine.',
  'refused-git-preview-not-running': 'Esta vista previa ya ha terminado.',
  'refused-too-many-git-previews':
    'Hay demasiadas vistas previas de este espacio en curso. Espere a que termine alguna o cancele una.',
  'refused-transfer-running': 'Este espacio se está trasladando a otra organización.',
  'refused-space-on-site': 'El espacio está en un sitio. Quítelo de todos los sitios y trasládelo después.',
  'refused-invalid-position': 'Esta posición no es posible. La lista ha cambiado: recargue la página.',
  'refused-collection-cycle': 'Una colección no puede estar dentro de sí misma.',
  'refused-collections-too-deep': 'Las colecciones pueden anidarse como máximo en {number} niveles.',
  'refused-concurrent-change': 'Otra persona acaba de cambiar lo mismo. Vuelva a mirarlo y repita su cambio.',
  'refused-already-in-organization': 'El espacio ya pertenece a esta organización.',
  'refused-hostname-not-proven':
    'No se encontró el registro DNS de este nombre de host. Añádalo y espere a que se propague; puede tardar horas.',
  'refused-hostname-record-differs':
    'El registro DNS de este nombre de host tiene otro texto. Sustitúyalo por el que se muestra aquí; el cambio puede tardar horas.',
  'refused-hostname-taken': 'Este nombre de host ya está en uso. Elija otro.',
  'refused-transfer-failed': 'El traslado falló y no se movió nada. Inténtelo de nuevo.',
  'refused-changed-pages-unknown': 'Los cambios aún se están leyendo. Inténtelo de nuevo en unos segundos.',
  'refused-too-busy-to-render':
    'El servicio está demasiado ocupado para mostrar esta página tan grande. Inténtelo más tarde.',
  'refused-redirect-source-taken': 'Ya existe una redirección desde esta ruta. Edite esa.',
  'refused-redirect-loop': 'La redirección volvería a su origen o pasaría por demasiadas otras.',
  'refused-too-many-redirects':
    'Un sitio puede tener como máximo {number} redirecciones. Elimine algunas o use comodines.',
  'refused-too-many-site-files':
    'Un sitio puede guardar como máximo {number} imágenes y fuentes. Las que no usa se eliminan al cabo de un día.',
  'refused-site-file-not-fetched': 'No se pudo obtener la imagen de su dirección. Suba el archivo.',
  'refused-site-file-type':
    'No es una imagen ni una fuente que los navegadores puedan mostrar. Use SVG, PNG, JPEG, WebP, AVIF, GIF, ICO, WOFF2 o WOFF.',
  'refused-picture-type': 'Esta imagen no se puede usar aquí. Use una imagen PNG, JPEG o WebP sin animación.',
  'refused-own-change-request': 'Usted creó esta solicitud de cambio, así que debe revisarla otra persona.',
  'refused-not-author': 'Solo quien escribió este texto puede cambiarlo.',
  'refused-may-not-resolve':
    'Solo su autor y los editores del espacio pueden resolver o reabrir este comentario.',
  'refused-may-not-dismiss': 'Solo su autor y los editores del espacio pueden descartar esta sugerencia.',
  'refused-comment-of-another': 'Solo su autor y los revisores del espacio pueden eliminar esto.',
  'refused-page-too-large': 'Una página se ha hecho demasiado grande. No se cambió nada: divídala en varias.',
  'refused-changes-refused': 'El cambio no se puede aplicar al contenido actual. No se cambió nada.',
  'refused-suggestion-decided': 'Esta sugerencia ya se aplicó o se descartó.',
  'refused-conflict-answered': 'Otra persona acaba de decidir este conflicto. Vuelva a mirarlo.',
  'refused-too-many-favorites': 'Tiene {number} favoritos, el máximo. Quite uno primero.',
  'refused-change-request-not-merged':
    'Esta solicitud de cambio no se ha fusionado; no hay nada que revertir.',
  'refused-nothing-to-revert': 'La fusión no cambió nada que se pueda deshacer. Edite las páginas.',
  'refused-too-many-preview-links':
    'Una solicitud de cambio puede tener {number} enlaces de vista previa. Elimine uno primero.',
  'refused-space-not-on-site': 'Los lectores no ven el espacio en este sitio. Elija otro sitio.',
  'refused-too-many-reactions': 'Ya hay {number} reacciones distintas, el máximo. Use una de ellas.',
  'refused-merge-rules-not-met': 'Todavía no se cumplen las reglas de fusión de este espacio.',
  'refused-import-not-running': 'Esta importación ya ha terminado.',
  'refused-too-many-imports':
    'Hay demasiadas importaciones en espera. Espere a que termine alguna o cancele una.',
  'refused-organization-creation-off':
    'En esta instancia no se pueden crear organizaciones. Consulte a quienes la administran.',
  'refused-user-left': 'Esta persona dejó la organización, o se eliminó su cuenta.',
  'refused-last-administrator':
    'Es el único administrador. Nombre antes a otro administrador para que la organización pueda gestionarse.',
  'refused-public-mail-provider':
    'Cualquiera puede obtener una dirección en este dominio, así que no sirve para unirse.',
  'refused-too-many-oidc-providers':
    'Una organización puede tener como máximo {number} proveedores. Elimine uno primero.',
  'refused-too-many-saml-providers':
    'Una organización puede tener como máximo {number} proveedores. Elimine uno primero.',
  'refused-too-many-conversation-tasks':
    'Un tema puede tener como máximo {number} tareas. Elimine una primero.',
  'refused-openapi-spec-exists':
    'Ya hay una especificación con este nombre. Ábrala para actualizarla o elija otro nombre.',
  'refused-too-many-openapi-specs':
    'Una organización puede tener como máximo {number} especificaciones. Elimine una primero.',
  'refused-no-touched-pages': 'Ninguna página de este espacio menciona los cambios; no hay nada que listar.',
  'refused-too-many-translation-settings':
    'Una organización puede tener como máximo {number} traducciones. Termine una primero.',
  'refused-translation-without-source': 'Elija primero el espacio que se traduce y al menos un idioma.',
  'refused-glossary-too-large':
    'Un glosario puede tener como máximo {number} términos. Elimine algunos primero.',
  'refused-too-many-webhooks':
    'Una organización puede tener como máximo {number} webhooks. Elimine uno primero.',
  'refused-webhook-disabled': 'El webhook está en pausa y no se puede enviar nada. Reanúdelo primero.',
  'refused-already-joined': 'Esta persona ya se unió y no necesita invitación.',
  'refused-invite-links-off': 'Los enlaces de invitación están desactivados en esta organización.',
  'refused-incorrect-password': 'Esta no es su contraseña actual.',
  'refused-outlives-token': 'Inició sesión con un token que caduca y no puede crear un acceso que dure más.',
  'refused-last-instance-administrator': 'Es el último administrador de la instancia. Nombre antes a otro.',
  'refused-own-account': 'No puede bloquearse a sí mismo.',
  'refused-organization-not-deleted': 'Esta organización no está eliminada; no hay nada que restaurar.',
  'refused-retention-over': 'La organización se eliminó hace más de siete días y no se puede restaurar.',
  'refused-password-not-set': 'Su cuenta aún no tiene contraseña. Establezca una primero.',
  'refused-email-taken': 'Otra cuenta tiene este correo electrónico.',
  'refused-email-already-verified': 'Este correo electrónico ya está verificado.',
  'refused-email-not-verified': 'Verifique primero su correo electrónico.',
  'refused-email-not-configured': 'Esta instancia no envía correos.',
  'refused-second-factor-already-on':
    'El segundo factor ya está activado. Desactívelo primero para usar otra aplicación.',
  'refused-second-factor-not-started':
    'La configuración del segundo factor no se inició o tardó demasiado. Empiece de nuevo.',
  'refused-sign-in-busy': 'Muchas personas están iniciando sesión. Inténtelo de nuevo en unos segundos.',
  'refused-basename-taken': 'Otro sitio tiene este nombre en su dirección. Elija otro.',
  'refused-site-path-taken': 'Otra sección o variante de este sitio tiene esta ruta. Elija otra.',
  'refused-last-section':
    'La última sección no puede dejar el sitio mientras tenga grupos o enlaces. Quítelos primero.',
  'refused-section-group-cycle': 'Un grupo no puede estar dentro de sí mismo.',
  'refused-site-structure-too-large':
    'El sitio está completo: tiene como máximo 500 secciones, grupos y enlaces, 1000 variantes y grupos de cinco niveles.',
  'refused-too-many-share-links': 'El sitio tiene tantos enlaces como puede tener. Elimine uno primero.',
  'refused-nothing-to-publish':
    'El sitio no tiene nada que los lectores puedan ver. Añada un espacio o muestre un borrador a los lectores.',
  fieldRequired: 'Es obligatorio.',
  fieldEmpty: 'No puede estar vacío.',
  fieldTooLong: 'Use como máximo {number} caracteres.',
  fieldTooShort: 'Use al menos {number} caracteres.',
  fieldTooGreat: 'Use como máximo {number}.',
  fieldTooSmall: 'Use al menos {number}.',
  fieldTooMany: 'Use como máximo {number}.',
  fieldTwice: 'Un valor está repetido.',
  fieldEmail: 'Escriba un correo electrónico, como nombre@example.com.',
  fieldUrl: 'Escriba una dirección web que empiece por https:// o http://, sin nombre de usuario.',
  fieldSlash: 'Empiece por una barra.',
  fieldStar: 'Ponga un * solo al final.',
  fieldColor: 'Escriba un color como #1a73e8.',
  fieldEmoji: 'Elija un emoji.',
  fieldLine: 'Escriba una sola línea, sin espacios alrededor.',
  fieldSlug: 'Use letras, cifras y guiones sueltos, sin guion al principio ni al final.',
  fieldFuture: 'Elija un momento futuro.',
  fieldCommonPassword: 'Esta contraseña es demasiado común. Elija otra.',
  fieldEmailPassword: 'La contraseña no puede ser el correo electrónico.',
  fieldCurrentPassword: 'Esta no es su contraseña.',
  fieldHostname: 'Escriba un nombre de host como docs.example.com.',
  fieldPublicHostname: 'Use un nombre de un dominio público propio.',
  fieldUnreachable: 'No se puede acceder a la dirección: {detail}',
  fieldRefused: 'El servicio no acepta esto: {detail}',
};
