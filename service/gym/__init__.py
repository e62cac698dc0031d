"""Evil Hangman for those who train players: environments of Gymnasium (the extra “gym”)."""

from gymnasium.envs.registration import register

register(  # at the import, because `gymnasium.make("service.gym:EvilHangman-v0")` only imports
    "EvilHangman-v0",
    entry_point="service.gym.hangman_env:HangmanEnv",
    vector_entry_point="service.gym.hangman_vector_env:HangmanVectorEnv",
)
