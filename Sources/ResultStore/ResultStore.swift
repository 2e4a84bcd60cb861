// ResultStore
