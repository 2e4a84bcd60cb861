// Recognition
