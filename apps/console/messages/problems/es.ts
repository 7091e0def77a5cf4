import type { ProblemsMessages } from './en.ts';

export const texts: ProblemsMessages = {
  'problemKind-links': 'Enlaces que no funcionan',
  'problemAdvice-links':
    'Se conservan tal como están escritos. «Enlaces rotos», en los ajustes del espacio, los repara juntos.',
  'problemKind-includes': 'Faltan textos incluidos',
  'problemAdvice-includes':
    'Añada los archivos al origen e importe de nuevo, o escriba los textos en el espacio.',
  'problemKind-files': 'Faltan imágenes y archivos',
  'problemAdvice-files': 'Añádalos al origen e importe de nuevo, o súbalos en sus páginas.',
  'problemKind-lfs': 'Archivos en Git LFS',
  'problemAdvice-lfs':
    'La clave o el token debe poder leer Git LFS. Hasta entonces, el espacio conserva sus últimas versiones.',
  'problemKind-pages': 'Páginas que no existen',
  'problemAdvice-pages': 'El índice las nombra. Cree los archivos o elimine las entradas.',
  'problemKind-navigation': 'Problemas del índice',
  'problemAdvice-navigation':
    'Algunas partes se leyeron de otro modo o no se leyeron. Compruebe el orden de las páginas en el espacio.',
  'problemKind-settings': 'Ajustes y front matter',
  'problemAdvice-settings': 'Se ignoraron. Corríjalos en el archivo e importe o sincronice de nuevo.',
  'problemKind-elements': 'Elementos que las páginas no tienen aquí',
  'problemAdvice-elements':
    'Se conservan tal como están escritos. Revise estas páginas y use bloques en su lugar.',
  'problemKind-large': 'Páginas y archivos demasiado grandes',
  'problemAdvice-large': 'Divida las páginas o reduzca los archivos.',
  'problemKind-leftOut': 'Archivos que se omitieron',
  'problemAdvice-leftOut':
    'Los submódulos, los enlaces simbólicos rotos y los archivos inutilizables no se importan. Sustitúyalos por archivos.',
  'problemKind-names': 'Nombres poco claros',
  'problemAdvice-names':
    'Cambie el nombre de los archivos para que no se distingan solo por las mayúsculas y los enlaces coincidan exactamente.',
  'problemKind-encoding': 'Archivos que no son UTF-8',
  'problemAdvice-encoding': 'Se conservan, pero no se pueden editar. Guárdelos como UTF-8.',
  'problemKind-conditions': 'Condiciones que no se pueden leer',
  'problemAdvice-conditions': 'Los visitantes no ven aquello a lo que se aplican. Corrija las condiciones.',
  'problemKind-redirects': 'Redirecciones a ninguna parte',
  'problemAdvice-redirects': 'Corrija sus destinos en la configuración o elimínelas.',
  'problemKind-kept': 'Texto que pasó a una solicitud de cambio',
  'problemAdvice-kept': 'Abra la solicitud de cambio para restaurar lo que necesite.',
  'problemKind-branches': 'Ramas que no se sincronizaron',
  'problemAdvice-branches': 'Se intentará de nuevo en la próxima sincronización, o cuando las haya cambiado.',
  'problemKind-older': 'La rama es más antigua que el espacio',
  'problemAdvice-older': 'No se cambió nada. Suba primero commits más recientes.',
  'problemKind-unread': 'No se leyó todo',
  'problemAdvice-unread': 'Importe el resto por separado o elija un número mayor de páginas.',
  'problemKind-other': 'Más notas',
  'problemAdvice-other': 'Revise estas páginas y corrija lo que falte.',
  problemDetails: 'Mensajes exactos (en inglés)',
  problemPlace: '{path}, línea {line}',
  problemsMore: 'one=y {count} más|other=y {count} más',
};
