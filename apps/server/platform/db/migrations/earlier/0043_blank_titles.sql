-- Spaces and collections with a blank title were accepted. Such a title now becomes “Untitled”.
update space set title = 'Untitled' where title ~ '^[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*$';
update collection set title = 'Untitled'
where title ~ '^[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*$';
